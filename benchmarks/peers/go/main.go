// The shapes that every language can run, made of goroutines and channels. The arguments and the output are those of
// dev.weft.bench.peer.Driver; GOMAXPROCS is the number of carriers.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"
)

// run does so many operations and returns how many the goroutines have counted.
type run func(operations int) int

// handOver is two goroutines that take turns. An unbuffered channel is how goroutines wake each other.
func handOver(operations int) int {
	even, odd := make(chan struct{}), make(chan struct{})
	seen := make(chan int, 2)
	side := func(turns int, mine, other chan struct{}, first bool) {
		count := 0
		for i := 0; i < turns; i++ {
			if !first || i > 0 {
				<-mine
			}
			count++
			if !(i == turns-1 && !first) {
				other <- struct{}{}
			}
		}
		seen <- count
	}
	go side(operations/2, even, odd, true)
	go side(operations/2, odd, even, false)
	return <-seen + <-seen
}

func pingPong(operations int) int {
	there, back := make(chan int, 1), make(chan int, 1)
	last := make(chan int)
	go func() {
		value := 0
		for i := 0; i < operations/2; i++ {
			there <- value
			value = <-back + 1
		}
		last <- value
	}()
	go func() {
		for i := 0; i < operations/2; i++ {
			back <- <-there + 1
		}
	}()
	return <-last
}

type token struct{ left, seen int }

func ring(size int) run {
	first := make(chan *token, 1)
	done := make(chan int)
	in := first
	for i := 0; i < size; i++ {
		out := first
		if i < size-1 {
			out = make(chan *token, 1)
		}
		go func(in, out chan *token) {
			for t := range in {
				t.seen++
				t.left--
				if t.left == 0 {
					done <- t.seen
				} else {
					out <- t
				}
			}
		}(in, out)
		in = out
	}
	return func(operations int) int {
		first <- &token{left: operations}
		return <-done
	}
}

func skynet(first, size int, result chan<- int) {
	if size == 1 {
		result <- first
		return
	}
	results := make(chan int)
	for i := 0; i < 10; i++ {
		go skynet(first+i*size/10, size/10, results)
	}
	sum := 0
	for i := 0; i < 10; i++ {
		sum += <-results
	}
	result <- sum
}

func skynets(size int) run {
	return func(operations int) int {
		right := 0
		for i := 0; i < operations; i++ {
			result := make(chan int)
			go skynet(0, size, result)
			if <-result == size*(size-1)/2 {
				right++
			}
		}
		return right
	}
}

// startJoin starts and awaits batches, from a goroutine, as threads are joined by the thread that has started them.
func startJoin(together int) run {
	return func(operations int) int {
		ended := make(chan int)
		go func() {
			count := 0
			counts := make([]int, together)
			for i := 0; i < operations; i += together {
				var group sync.WaitGroup
				group.Add(together)
				for j := 0; j < together; j++ {
					j := j
					go func() {
						counts[j]++
						group.Done()
					}()
				}
				group.Wait()
			}
			for _, each := range counts {
				count += each
			}
			ended <- count
		}()
		return <-ended
	}
}

func sleepStorm(size int) run {
	return func(operations int) int {
		var group sync.WaitGroup
		slept := make([]int, size)
		group.Add(size)
		for i := 0; i < size; i++ {
			i := i
			go func() {
				for j := 0; j < 10; j++ {
					time.Sleep(5 * time.Millisecond)
					slept[i]++
				}
				group.Done()
			}()
		}
		group.Wait()
		sum := 0
		for _, each := range slept {
			sum += each
		}
		if sum != 10*size {
			return -1
		}
		return operations
	}
}

func open(name string, size int) run {
	switch name {
	case "hand-over":
		return handOver
	case "ping-pong":
		return pingPong
	case "ring":
		return ring(size)
	case "skynet":
		return skynets(size)
	case "start-join":
		return startJoin(size)
	case "sleep-storm":
		return sleepStorm(size)
	}
	fmt.Fprintln(os.Stderr, "no shape "+name+" here")
	os.Exit(2)
	return nil
}

func main() {
	var numbers [5]int
	for i := 2; i <= 5; i++ {
		numbers[i-1], _ = strconv.Atoi(os.Args[i])
	}
	shape := open(os.Args[1], numbers[1])
	operations, warmups, iterations := numbers[2], numbers[3], numbers[4]
	for i := -warmups; i < iterations; i++ {
		start := time.Now()
		counted := shape(operations)
		elapsed := time.Since(start)
		if counted != operations {
			fmt.Fprintf(os.Stderr, "%d operations of %d were seen\n", counted, operations)
			os.Exit(1)
		}
		if i >= 0 {
			fmt.Printf("%f\n", float64(elapsed.Nanoseconds())/float64(operations))
		}
	}
}
