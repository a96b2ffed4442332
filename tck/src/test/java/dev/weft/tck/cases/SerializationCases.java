package dev.weft.tck.cases;

import dev.weft.tck.Case;
import dev.weft.tck.Check;
import dev.weft.tck.Suspend;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Objects that are made without their own constructors. */
public final class SerializationCases {
    private SerializationCases() {}

    /** Not serializable: its constructor runs when an heir is read. */
    public static class Base {
        /** Made by the constructor, with a suspension. */
        protected final int made;

        Base() {
            made = Suspend.with(7);
        }
    }

    private static final class Child extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        private final String text;

        Child(String text) {
            this.text = text;
        }
    }

    private static final class Single extends Base implements Serializable {
        private static final long serialVersionUID = 1;
        private static final Single ONLY = new Single();

        private Object readResolve() {
            Suspend.now();
            return ONLY;
        }
    }

    private static final class Replaced extends Base implements Serializable {
        private static final long serialVersionUID = 1;

        private Object writeReplace() {
            Suspend.now();
            return new Child("replaced");
        }
    }

    private abstract static class Shape {
        private final List<String> log;

        Shape() {
            log = new ArrayList<>(List.of("shape"));
        }
    }

    private static final class Circle extends Shape implements Serializable {
        private static final long serialVersionUID = 1;
        private int radius = 3;

        private void writeObject(ObjectOutputStream out) throws IOException {
            Suspend.now();
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            Suspend.now();
            radius++;
        }
    }

    /** Made by its own constructor. */
    public static final class Outside extends Base implements Externalizable {
        private static final long serialVersionUID = 1;
        private int value = Suspend.with(1);

        /** For the stream. */
        public Outside() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            Suspend.now();
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            Suspend.now();
            value = in.readInt();
        }
    }

    private record Pair(int number, Object other) implements Serializable {
        Pair {
            Suspend.now();
        }
    }

    private enum Letter {
        A,
        B {
            @Override
            public String toString() {
                return "b";
            }
        }
    }

    private static final class Handler implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            return Suspend.with(5);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T copy(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Object result = in.readObject();
        return (T) result;
    }

    @Case("an object whose superclass is not serializable is read as one of its own class, as often as it is read")
    public static void superclass() throws Exception {
        for (int i = 0; i < 20; i++) {
            Object read = copy((Object) new Child("text"));
            Check.same(Child.class, read.getClass());
            Check.equal("text", ((Child) read).text);
            Check.equal(7, ((Child) read).made);
        }
        // the superclass itself is still made by its own constructor
        Check.same(Base.class, Base.class.getDeclaredConstructor().newInstance().getClass());
    }

    @Case("an object that is resolved or replaced is what its class says")
    public static void resolved() throws Exception {
        Check.same(Single.ONLY, copy(Single.ONLY));
        Object replaced = copy((Object) new Replaced());
        Check.equal("replaced", ((Child) replaced).text);
    }

    @Case("an object below an abstract class is read with what its own methods add")
    public static void abstractSuperclass() throws Exception {
        Circle circle = copy(new Circle());
        Check.equal(4, circle.radius);
        Check.equal(List.of("shape"), ((Shape) circle).log);
    }

    @Case("externalizable objects, records, enums, lambdas and proxies are read as they were written")
    public static void otherForms() throws Exception {
        Outside outside = new Outside();
        outside.value = 9;
        Check.equal(9, copy(outside).value);
        Check.equal(7, ((Base) copy(outside)).made);
        Pair pair = copy(new Pair(1, new Pair(2, Letter.B)));
        Check.equal(2, ((Pair) pair.other()).number());
        Check.same(Letter.B, ((Pair) pair.other()).other());
        Callable<String> lambda = copy((Callable<String> & Serializable) () -> Suspend.with("called"));
        Check.equal("called", lambda.call());
        Callable<?> proxy = copy((Callable<?>) Proxy.newProxyInstance(
                SerializationCases.class.getClassLoader(), new Class<?>[] {Callable.class}, new Handler()));
        Check.equal(5, proxy.call());
    }

    /** Libraries that make objects without constructors, such as Objenesis, call it; it is no documented API. */
    private static Constructor<?> unserialized(Class<?> type, Class<?> superclass) throws Exception {
        Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
        Object only = factory.getMethod("getReflectionFactory").invoke(null);
        Method method = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
        return (Constructor<?>) method.invoke(only, type, superclass.getDeclaredConstructor());
    }

    @Case("a constructor that is made for serialization makes the class that it was made for")
    public static void serializationConstructor() throws Exception {
        Constructor<?> ofBase = unserialized(Child.class, Base.class);
        Constructor<?> ofObject = unserialized(Child.class, Object.class);
        for (int i = 0; i < 20; i++) {
            Object made = ofBase.newInstance();
            Check.same(Child.class, made.getClass());
            Check.equal(7, ((Child) made).made);
            Object empty = ofObject.newInstance();
            Check.same(Child.class, empty.getClass());
            Check.equal(0, ((Child) empty).made);
        }
    }
}
