package dev.weft.large

import dev.weft.bench.`macro`.Place
import java.util.concurrent.CompletableFuture
import zio._
import zio.stm._

/** ZIO 2: its fibers on workers that are threads, transactions, queues, calls that block and are interrupted. */
final class ZioFibers extends LargeProgram {
  override protected def start(place: Place): Unit = run(ZIO.unit)

  override def kinds(): Int = 6

  override def unit(worker: Int, kind: Int): Long = run(effect(kind))

  override protected def stop(): Unit = run(ZIO.unit)

  private def run[A](effect: Task[A]): A =
    Unsafe.unsafe { implicit unsafe => Runtime.default.unsafe.run(effect).getOrThrowFiberFailure() }

  private def effect(kind: Int): Task[Long] = kind match {
    case 0 => ZIO.foreachPar((1 to 60).toList)(i => ZIO.sleep((i % 3).millis).as(i.toLong * i)).map(_.sum)
    case 1 => transactions
    case 2 => piped
    case 3 => blocking
    case 4 => coordinated
    case _ => foreign
  }

  private def transfer(from: TRef[Int], to: TRef[Int]) = (from.update(_ - 1) *> to.update(_ + 1)).commit

  private def transactions: Task[Long] =
    for {
      accounts <- ZIO.foreach((1 to 5).toList)(_ => TRef.makeCommit(100))
      gate <- TRef.makeCommit(0)
      waiting <- gate.get.retryUntil(_ == 7).commit.fork
      _ <- ZIO.foreachParDiscard(0 until 6)(t =>
        ZIO.foreachDiscard(0 until 20)(i => transfer(accounts((t + i) % 5), accounts(3 * (t + i + 1) % 5)))
      )
      _ <- gate.set(7).commit
      seen <- waiting.join
      left <- ZIO.foreach(accounts)(_.get.commit)
    } yield left.sum * 31L + seen

  private def piped: Task[Long] =
    for {
      queue <- Queue.bounded[Int](3)
      done <- Promise.make[Nothing, Long]
      _ <- ZIO.foreach((1 to 100).toList)(_ => queue.take).flatMap(all => done.succeed(all.map(_.toLong).sum)).fork
      _ <- ZIO.foreachParDiscard(0 until 4)(k => ZIO.foreachDiscard(0 until 25)(i => queue.offer(k * i)))
      sum <- done.await
    } yield sum

  private def blocking: Task[Long] = {
    val lock = new Object
    for {
      slept <- ZIO.foreachPar((1 to 10).toList)(i =>
        ZIO.attemptBlocking {
          lock.synchronized(Thread.sleep(1))
          i
        }
      )
      cut <- ZIO.attemptBlockingInterrupt {
        Thread.sleep(60000)
        0
      }.timeout(10.millis)
    } yield slept.sum * 31L + cut.getOrElse(5)
  }

  private def coordinated: Task[Long] =
    for {
      semaphore <- Semaphore.make(2)
      inside <- Ref.make(0)
      most <- Ref.make(0)
      _ <- ZIO.foreachParDiscard(1 to 12)(_ =>
        semaphore.withPermit(
          inside.updateAndGet(_ + 1).flatMap(n => most.update(_ max n)) *> ZIO.sleep(1.milli) *> inside.update(_ - 1)
        )
      )
      peak <- most.get
      tries <- Ref.make(0)
      _ <- tries
        .updateAndGet(_ + 1)
        .flatMap(n => ZIO.fail(new IllegalStateException("again")).unless(n == 4))
        .retry(Schedule.spaced(1.milli))
      tried <- tries.get
      first <- ZIO.sleep(60.seconds).as(1).race(ZIO.sleep(1.milli).as(2))
    } yield (if (peak <= 2) 1000L else 0L) + tried * 31L + first

  private def foreign: Task[Long] =
    ZIO
      .async[Any, Throwable, Long] { done =>
        new Thread(() => {
          Thread.sleep(1)
          done(ZIO.succeed(77L))
        }).start()
      }
      .zipWithPar(ZIO.fromCompletableFuture(CompletableFuture.supplyAsync[Long](() => 5L)))(_ * 31 + _)
}
