package dev.weft.large

import cats.effect._
import cats.effect.std._
import cats.effect.unsafe.IORuntime
import cats.syntax.all._
import dev.weft.bench.`macro`.Place
import java.util.concurrent.CompletableFuture
import scala.concurrent.duration._

/** Cats Effect 3: its fibers on threads that steal work and wait in selectors, queues, blocking calls, cancellation. */
final class CatsEffect extends LargeProgram {
  private var runtime: IORuntime = _

  override protected def start(place: Place): Unit = {
    runtime = IORuntime.builder().build()
    run(IO.unit)
  }

  override def kinds(): Int = 6

  override def unit(worker: Int, kind: Int): Long = run(effect(kind))

  override protected def stop(): Unit = runtime.shutdown()

  private def run[A](effect: IO[A]): A = effect.unsafeRunSync()(runtime)

  private def effect(kind: Int): IO[Long] = kind match {
    case 0 => (1 to 60).toList.parTraverse(i => IO.sleep((i % 3).millis).as(i.toLong * i)).map(_.sum)
    case 1 => piped
    case 2 => blocking
    case 3 => coordinated
    case 4 => foreign
    case _ => cancelled
  }

  private def piped: IO[Long] =
    for {
      queue <- Queue.bounded[IO, Int](3)
      taker <- queue.take.replicateA(100).start
      _ <- (0 until 4).toList.parTraverse_(k => (0 until 25).toList.traverse_(i => queue.offer(k * i)))
      all <- taker.joinWithNever
    } yield all.map(_.toLong).sum

  private def blocking: IO[Long] = {
    val lock = new Object
    for {
      slept <- (1 to 10).toList.parTraverse(i =>
        IO.blocking {
          lock.synchronized(Thread.sleep(1))
          i
        }
      )
      cut <- IO.interruptible {
        Thread.sleep(60000)
        0
      }.timeoutTo(10.millis, IO.pure(5))
    } yield slept.sum * 31L + cut
  }

  private def coordinated: IO[Long] =
    for {
      semaphore <- Semaphore[IO](2)
      barrier <- CyclicBarrier[IO](4)
      inside <- Ref[IO].of(0)
      most <- Ref[IO].of(0)
      _ <- (1 to 12).toList.parTraverse_(_ =>
        barrier.await *> semaphore.permit.surround(
          inside.updateAndGet(_ + 1).flatMap(n => most.update(_ max n)) *> IO.sleep(1.milli) *> inside.update(_ - 1)
        )
      )
      peak <- most.get
      first <- IO.race(IO.never[Int], IO.sleep(1.milli).as(2))
    } yield (if (peak <= 2) 1000L else 0L) + first.merge

  private def foreign: IO[Long] =
    for {
      called <- IO.async_[Long] { done =>
        new Thread(() => {
          Thread.sleep(1)
          done(Right(77L))
        }).start()
      }
      completed <- IO.fromCompletableFuture(IO(CompletableFuture.supplyAsync[Long](() => 5L)))
      dispatched <- Dispatcher.parallel[IO].use(dispatcher =>
        IO.blocking((1 to 10).map(i => dispatcher.unsafeRunSync(IO.sleep(1.milli).as(i))).sum)
      )
    } yield called * 31 + completed * 7 + dispatched

  private def cancelled: IO[Long] =
    for {
      ended <- Ref[IO].of(0L)
      fibers <- (1 to 20).toList.traverse(i =>
        for {
          begun <- Deferred[IO, Unit]
          fiber <- (begun.complete(()) *> IO.never[Unit]).onCancel(ended.update(_ + i)).start
          _ <- begun.get
        } yield fiber
      )
      _ <- fibers.parTraverse_(_.cancel)
      sum <- ended.get
    } yield sum
}
