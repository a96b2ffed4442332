package dev.weft.programs;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.TypeAdapter;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gson: fields by reflection, generics, an adapter, trees, and text that is no JSON. */
public final class GsonProgram {
    private GsonProgram() {}

    /** By its fields. */
    static final class Person {
        private final String name;
        private final int age;
        private final LocalDate born;
        private final transient String secret = "not written";
        private final Map<String, List<Double>> marks = new TreeMap<>();

        Person(String name, int age, LocalDate born) {
            this.name = name;
            this.age = age;
            this.born = born;
        }

        @Override
        public String toString() {
            return name + " " + age + " " + born + " " + secret + " " + marks;
        }
    }

    private static final class Dates extends TypeAdapter<LocalDate> {
        @Override
        public void write(JsonWriter out, LocalDate value) throws IOException {
            out.value(value.toString());
        }

        @Override
        public LocalDate read(JsonReader in) throws IOException {
            return LocalDate.parse(in.nextString());
        }
    }

    /** Writes and reads. */
    public static void main(String[] args) {
        Gson gson = new GsonBuilder()
                .registerTypeAdapter(LocalDate.class, new Dates())
                .setPrettyPrinting()
                .create();
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < Size.of(args, 30, 1_000); i++) {
            Person person = new Person("p<" + i + ">", i % 90, LocalDate.ofEpochDay(i * 37L));
            person.marks.put("m" + i % 3, List.of(i / 7.0, 1e-9 * i));
            people.add(person);
        }
        String text = gson.toJson(people);
        System.out.println("text: " + Digest.of(text));
        List<Person> read = gson.fromJson(text, new TypeToken<List<Person>>() {}.getType());
        System.out.println("equal again: " + read.toString().equals(people.toString()) + " " + read.get(5));
        JsonElement tree = JsonParser.parseString(text);
        System.out.println(tree.getAsJsonArray().get(3).getAsJsonObject().keySet());
        for (String bad : new String[] {"[{\"age\": \"x\"}]", "[{", "{}"}) {
            try {
                System.out.println(gson.<Object>fromJson(bad, new TypeToken<List<Person>>() {}.getType()));
            } catch (JsonParseException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
