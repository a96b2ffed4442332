package dev.weft.large;

import dev.weft.bench.macro.Place;
import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive.Context;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;

/** Aeron: a media driver with dedicated threads and an archive: messages by UDP and shared memory, a recording. */
@SuppressWarnings("deprecation")
public final class AeronArchive extends LargeProgram {
    private static final int MESSAGES = 500;
    private static final int KINDS = 6;

    private ArchivingMediaDriver driver;
    private Aeron aeron;
    private String folder;

    @Override
    protected void start(Place place) throws Exception {
        Path media = place.folder().resolve("media");
        folder = media.toString();
        MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(folder)
                .threadingMode(ThreadingMode.DEDICATED)
                .dirDeleteOnStart(true)
                .termBufferSparseFile(true)
                .conductorIdleStrategy(new BackoffIdleStrategy())
                .senderIdleStrategy(new SleepingIdleStrategy(100_000))
                .receiverIdleStrategy(new SleepingMillisIdleStrategy(1))
                .dirDeleteOnShutdown(true);
        Archive.Context archive = new Archive.Context()
                .aeronDirectoryName(folder)
                .archiveDir(place.folder().resolve("archive").toFile())
                .threadingMode(ArchiveThreadingMode.SHARED)
                .recordingEventsEnabled(false)
                .segmentFileLength(16 << 20)
                .controlChannel("aeron:udp?endpoint=127.0.0.1:18010")
                .replicationChannel("aeron:udp?endpoint=127.0.0.1:0");
        driver = ArchivingMediaDriver.launch(context, archive);
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(folder));
    }

    @Override
    public int workers() {
        return 2;
    }

    @Override
    public int kinds() {
        return KINDS;
    }

    @Override
    public int unitsPerCall() {
        return MESSAGES;
    }

    @Override
    public long unit(int worker, int kind) throws Exception {
        if (kind == KINDS - 1) {
            return recorded(worker);
        }
        IdleStrategy[] strategies = {
            new BackoffIdleStrategy(),
            new YieldingIdleStrategy(),
            new SleepingIdleStrategy(1),
            new BusySpinIdleStrategy(),
            new SleepingMillisIdleStrategy(1)
        };
        String channel = kind % 2 == 0
                ? "aeron:ipc?term-length=64k"
                : "aeron:udp?endpoint=127.0.0.1:" + (18020 + worker) + "|term-length=64k";
        return exchange(channel, 100 + worker * 10 + kind, strategies[kind]);
    }

    private long exchange(String channel, int stream, IdleStrategy idle) throws InterruptedException {
        long[] got = new long[2];
        try (Subscription subscription = aeron.addSubscription(channel, stream);
                Publication publication = aeron.addExclusivePublication(channel, stream)) {
            Thread reader = new Thread(() -> {
                FragmentHandler handler = (buffer, offset, length, header) -> {
                    got[0] = got[0] * 31 + buffer.getLong(offset);
                    got[1]++;
                };
                while (got[1] < MESSAGES) {
                    idle.idle(subscription.poll(handler, 10));
                }
            });
            reader.start();
            send(publication);
            reader.join(TimeUnit.MINUTES.toMillis(2));
            same((long) MESSAGES, got[1], "messages on " + channel);
        }
        return got[0];
    }

    private static void send(Publication publication) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        BackoffIdleStrategy idle = new BackoffIdleStrategy();
        for (int i = 0; i < MESSAGES; i++) {
            buffer.putLong(0, i);
            while (true) {
                long result = publication.offer(buffer, 0, 64 + i % 100);
                if (result > 0) {
                    idle.reset();
                    break;
                }
                expect(result != Publication.CLOSED && result != Publication.MAX_POSITION_EXCEEDED, "offer: " + result);
                idle.idle();
            }
        }
    }

    private long recorded(int worker) throws InterruptedException {
        Context context = new Context()
                .aeronDirectoryName(folder)
                .controlRequestChannel("aeron:udp?endpoint=127.0.0.1:18010")
                .controlResponseChannel("aeron:udp?endpoint=127.0.0.1:0");
        try (io.aeron.archive.client.AeronArchive archive = io.aeron.archive.client.AeronArchive.connect(context);
                Publication publication =
                        archive.addRecordedExclusivePublication("aeron:ipc?term-length=64k", 900 + worker)) {
            send(publication);
            long end = publication.position();
            var counters = archive.context().aeron().countersReader();
            int counter = -1;
            BackoffIdleStrategy idle = new BackoffIdleStrategy();
            while (counter < 0) {
                counter =
                        io.aeron.archive.status.RecordingPos.findCounterIdBySession(counters, publication.sessionId());
                idle.idle();
            }
            while (counters.getCounterValue(counter) < end) {
                idle.idle();
            }
            long recording = io.aeron.archive.status.RecordingPos.getRecordingId(counters, counter);
            long[] got = new long[2];
            try (Subscription replay = archive.replay(recording, 0, end, "aeron:ipc?term-length=64k", 950 + worker)) {
                while (got[1] < MESSAGES) {
                    idle.idle(replay.poll(
                            (buffer, offset, length, header) -> {
                                got[0] = got[0] * 31 + buffer.getLong(offset);
                                got[1]++;
                            },
                            10));
                }
            }
            return got[0];
        }
    }

    @Override
    protected void stop() {
        aeron.close();
        driver.close();
    }
}
