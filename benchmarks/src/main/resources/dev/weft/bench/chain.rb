# Messages through a chain of fibers: each asks the one before it and passes on what it gets, plus one.
# Arguments: fibers, messages, warm-up iterations, measured iterations. Prints the nanoseconds per message and fiber.
# The asking is done in a fiber of a thread: the main thread is one of the kernel on all runtimes, and on JDK 25, where JRuby
# makes virtual threads of its fibers only, so is each other thread.
fibers, messages, warmups, iterations = ARGV.map(&:to_i)
Thread.report_on_exception = true
Thread.new do
  chain = Fiber.new { loop { Fiber.yield 1 } }
  (fibers - 1).times do
    before = chain
    chain = Fiber.new { loop { Fiber.yield before.resume + 1 } }
  end
  asker = Fiber.new do
    (-warmups...iterations).each do |i|
      start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      sum = 0
      messages.times { sum += chain.resume }
      nanos = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
      raise "#{sum} hops of #{messages * fibers} were seen" if sum != messages * fibers
      puts nanos.to_f / (messages * fibers) if i >= 0
    end
  end
  asker.resume
end.join
$stdout.flush
java.lang.System.exit(0)
