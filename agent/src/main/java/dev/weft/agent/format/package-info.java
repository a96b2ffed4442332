/**
 * Class files as bytes, for those that ASM does not read as the VM does: a check whether it would, and pinned stubs
 * that are added without reading code. Knows no other package but {@link dev.weft.agent.abi.Names}.
 */
package dev.weft.agent.format;
