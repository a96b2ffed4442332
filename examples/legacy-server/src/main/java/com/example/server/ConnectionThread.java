package com.example.server;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Serves one connection: reads a line, writes its answer, until the client ends the connection or asks for the end. */
final class ConnectionThread extends Thread {
    private final LegacyServer server;
    private final Socket socket;
    private Runnable afterAnswer;

    ConnectionThread(LegacyServer server, ThreadGroup group, Socket socket, long number) {
        super(group, "connection-" + number);
        this.server = server;
        this.socket = socket;
    }

    @Override
    public void run() {
        try (Socket connection = socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter out = new PrintWriter(new BufferedWriter(
                        new OutputStreamWriter(connection.getOutputStream(), StandardCharsets.UTF_8)))) {
            serve(in, out);
        } catch (IOException e) {
            server.statistics().broken();
        } catch (InterruptedException e) {
            interrupt();
        } finally {
            server.ended(this);
        }
        if (afterAnswer != null) {
            afterAnswer.run();
        }
    }

    private void serve(BufferedReader in, PrintWriter out) throws IOException, InterruptedException {
        String line = in.readLine();
        while (line != null) {
            String answer = server.commands().answer(this, line);
            server.statistics().answered(line, answer);
            server.audit().record(getName() + " " + line.length() + " " + answer.length());
            out.print(answer);
            out.print('\n');
            if (out.checkError()) {
                throw new IOException("the answer could not be written");
            }
            line = afterAnswer == null ? in.readLine() : null;
        }
    }

    /** Ends the connection when the current answer is written; {@code action} runs when it is closed. */
    void endAfterAnswer(Runnable action) {
        afterAnswer = action;
    }

    /** Whether this object is the current thread: directly, in a lambda, and again after a sleep. */
    boolean isCurrent() throws InterruptedException {
        BooleanSupplier here = () -> Thread.currentThread() == this;
        boolean before = Thread.currentThread() == this && here.getAsBoolean();
        Thread.sleep(1);
        return before && Thread.currentThread() == this && here.getAsBoolean();
    }

    /** Closes the socket; a blocked read or write of this thread fails. */
    void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) {
            server.statistics().broken();
        }
    }
}
