package java.weft;

/** Words the exception of a cast as the VM does, for casts that the runtime does in the place of woven code. */
final class WrongClass {
    private WrongClass() {}

    static ClassCastException of(Class<?> found, Class<?> wanted) {
        Module module = found.getModule();
        String places = module == wanted.getModule()
                ? found.getName() + " and " + wanted.getName() + " are in " + place(module, found)
                : found.getName() + " is in " + place(module, found) + "; " + wanted.getName() + " is in "
                        + place(wanted.getModule(), wanted);
        return new ClassCastException(
                "class " + found.getName() + " cannot be cast to class " + wanted.getName() + " (" + places + ")");
    }

    private static String place(Module module, Class<?> type) {
        String name = module.isNamed() ? "module " + module.getName() : "unnamed module";
        return name + " of loader " + loader(elementType(type).getClassLoader());
    }

    private static Class<?> elementType(Class<?> type) {
        return type.isArray() ? elementType(type.getComponentType()) : type;
    }

    private static String loader(ClassLoader loader) {
        if (loader == null) {
            return "'bootstrap'";
        }
        String name = loader.getName() == null ? loader.getClass().getName() : "'" + loader.getName() + "'";
        boolean isOfTheJdk = loader.getClass().getModule() == Object.class.getModule();
        return isOfTheJdk ? name : name + " @" + Integer.toHexString(System.identityHashCode(loader));
    }
}
