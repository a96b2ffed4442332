/**
 * Where the runtime is entered from outside: by woven code, and by the agent. On top of all rooms: nothing in the
 * runtime calls it but what stands for calls of woven code.
 */
package java.weft.entry;
