package dev.weft.peer

import dev.weft.bench.peer.Driver
import dev.weft.bench.peer.Shape
import kotlin.coroutines.Continuation
import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/*
 * The shapes that every language can run, made of coroutines on the default dispatcher, whose threads are the carriers.
 */

/** Parks and unparks coroutines on a single carrier: what LockSupport is for threads. */
private open class Parker {
    private var waiting: Continuation<Unit>? = null

    suspend fun park() = suspendCoroutine { waiting = it }

    fun unpark() {
        val continuation = waiting
        if (continuation != null) {
            waiting = null
            continuation.resume(Unit)
        }
    }
}

private class Side(private val turns: Int) : Parker() {
    lateinit var other: Side
    var mine = false
    var seen = 0L

    suspend fun play() {
        for (i in 0 until turns) {
            while (!mine) {
                park()
            }
            mine = false
            seen++
            other.mine = true
            other.unpark()
        }
    }
}

private fun <T> onCarriers(body: suspend () -> T): T = runBlocking { withContext(Dispatchers.Default) { body() } }

private val handOver = Shape { operations ->
    val even = Side(operations - operations / 2)
    val odd = Side(operations / 2)
    even.other = odd
    odd.other = even
    even.mine = true
    onCarriers {
        coroutineScope {
            launch { even.play() }
            launch { odd.play() }
        }
    }
    even.seen + odd.seen
}

private val pingPong = Shape { operations ->
    val there = Channel<Long>(1)
    val back = Channel<Long>(1)
    var last = 0L
    onCarriers {
        coroutineScope {
            launch {
                for (i in 0 until operations / 2) {
                    there.send(last)
                    last = back.receive() + 1
                }
            }
            launch {
                for (i in 0 until operations / 2) {
                    back.send(there.receive() + 1)
                }
            }
        }
    }
    last
}

private class Token(val done: CompletableDeferred<Long>) {
    var seen = 0L
}

private class Node : Parker() {
    lateinit var next: Node
    private var token: Token? = null
    private var left = 0

    fun send(hops: Int, what: Token) {
        token = what
        left = hops
        unpark()
    }

    suspend fun pass() {
        while (true) {
            val current = token
            if (current == null) {
                park()
            } else {
                val hops = left
                token = null
                current.seen++
                if (hops > 1) {
                    next.send(hops - 1, current)
                } else {
                    current.done.complete(current.seen)
                }
            }
        }
    }
}

private class Ring(size: Int) : Shape {
    private val nodes = List(size) { Node() }

    init {
        val scope = kotlinx.coroutines.CoroutineScope(Dispatchers.Default)
        for (i in 0 until size) {
            nodes[i].next = nodes[(i + 1) % size]
            scope.launch { nodes[i].pass() }
        }
    }

    override fun run(operations: Int): Long = onCarriers {
        val token = Token(CompletableDeferred())
        nodes[0].send(operations, token)
        token.done.await()
    }
}

private suspend fun skynet(first: Int, size: Int): Long =
    if (size == 1) {
        first.toLong()
    } else {
        coroutineScope {
            List(10) { async { skynet(first + it * (size / 10), size / 10) } }.sumOf { it.await() }
        }
    }

private fun skynets(size: Int) = Shape { operations ->
    var right = 0L
    for (i in 0 until operations) {
        if (onCarriers { skynet(0, size) } == size.toLong() * (size - 1) / 2) {
            right++
        }
    }
    right
}

private fun startJoin(together: Int) = Shape { operations ->
    val counts = LongArray(together)
    onCarriers {
        for (i in 0 until operations step together) {
            coroutineScope {
                for (j in 0 until together) {
                    launch { counts[j]++ }
                }
            }
        }
    }
    counts.sum()
}

private fun sleepStorm(size: Int) = Shape { operations ->
    val slept = IntArray(size)
    onCarriers {
        coroutineScope {
            for (i in 0 until size) {
                launch {
                    for (j in 0 until 10) {
                        delay(5)
                        slept[i]++
                    }
                }
            }
        }
    }
    if (slept.sum() == 10 * size) operations.toLong() else -1
}

private suspend fun SequenceScope<Long>.yieldDeep(element: Long, depth: Int): Long =
    if (depth == 0) {
        yield(element)
        element
    } else {
        yieldDeep(element, depth - 1) + 1
    }

private fun elements(depth: Int) = Shape { operations ->
    var count = 0L
    val all = sequence {
        for (i in 0L until operations) {
            yieldDeep(i, depth)
        }
    }
    for (each in all) {
        if (each == count) {
            count++
        }
    }
    count
}

fun main(arguments: Array<String>) {
    System.setProperty("kotlinx.coroutines.scheduler.core.pool.size", System.getProperty("peer.carriers"))
    Driver.main(arguments) { name, size ->
        when (name) {
            "hand-over" -> handOver
            "ping-pong" -> pingPong
            "ring" -> Ring(size)
            "skynet" -> skynets(size)
            "start-join" -> startJoin(size)
            "sleep-storm" -> sleepStorm(size)
            "elements" -> elements(size)
            else -> null
        }
    }
}
