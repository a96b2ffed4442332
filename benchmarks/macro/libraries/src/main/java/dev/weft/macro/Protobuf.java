package dev.weft.macro;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.ListValue;
import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.weft.bench.macro.MacroProgram;
import dev.weft.bench.macro.Place;

/** Protocol buffers: messages of the library's own types, built, written, read and asked. */
public final class Protobuf implements MacroProgram {
    private static final int MESSAGES = 100;

    @Override
    public void open(Place place) {
        // nothing to be started
    }

    @Override
    public int kinds() {
        return 5;
    }

    @Override
    public long unit(int worker, int kind) throws InvalidProtocolBufferException {
        long sum = 0;
        for (int i = 0; i < MESSAGES; i++) {
            byte[] bytes = message(kind * MESSAGES + i).toByteArray();
            Struct read = Struct.parseFrom(bytes);
            sum = sum * 31 + bytes.length;
            for (Value each : read.getFieldsOrThrow("list").getListValue().getValuesList()) {
                sum += (long) each.getNumberValue();
            }
            sum += read.getFieldsOrThrow("name").getStringValue().hashCode();
        }
        return sum;
    }

    private static Struct message(int number) {
        ListValue.Builder list = ListValue.newBuilder();
        for (int i = 0; i < 20; i++) {
            list.addValues(Value.newBuilder().setNumberValue(number * (double) i));
        }
        Struct inner = Struct.newBuilder()
                .putFields(
                        "even", Value.newBuilder().setBoolValue(number % 2 == 0).build())
                .build();
        return Struct.newBuilder()
                .putFields(
                        "name",
                        Value.newBuilder().setStringValue("name of " + number).build())
                .putFields("list", Value.newBuilder().setListValue(list).build())
                .putFields("inner", Value.newBuilder().setStructValue(inner).build())
                .build();
    }
}
