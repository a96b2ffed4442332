package dev.weft.large;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import clojure.lang.RT;
import clojure.lang.Var;
import dev.weft.bench.macro.Place;

/** Clojure: code that is compiled as it runs, core.async's channels, agents, futures, promises and its transactions. */
public final class CoreAsync extends LargeProgram {
    private static final String SOURCE =
            """
            (ns large.core (:require [clojure.core.async :as a :refer [go chan >! <! >!! <!! thread timeout alts!]]))
            (defn piped [n]
              (let [c (chan 3) d (chan)]
                (dotimes [k 4] (go (dotimes [i n] (>! c (* k i)))))
                (go (dotimes [_ (* 4 n)] (>! d (inc (<! c)))))
                (<!! (a/into [] (a/take (* 4 n) d)))))
            (defn threads [n]
              (reduce + (map <!! (doall (for [i (range n)] (thread (<!! (timeout 1)) (* i i)))))))
            (defn stm [n]
              (let [refs (mapv ref (repeat 5 100)) sum (atom 0)]
                (doall (map deref (doall (for [t (range 6)]
                  (future (dotimes [i n]
                    (dosync (let [from (refs (mod (+ t i) 5)) to (refs (mod (* 3 (+ t i 1)) 5))]
                      (alter from dec) (Thread/yield) (alter to inc)))))))))
                (reduce + (map deref refs))))
            (defn agents [n]
              (let [as (mapv agent (repeat 4 0)) p (promise)]
                (dotimes [i n] (doseq [a as] (send-off a (fn [x] (Thread/sleep 0 1000) (+ x i))) (send a inc)))
                (apply await as)
                (future (deliver p (reduce + (map deref as))))
                (deref p 60000 -1)))
            (defn compiled [n]
              (let [f (eval `(fn [x#] (loop [i# 0 s# x#] (if (< i# ~n) (recur (inc i#) (+ s# (* i# ~n))) s#))))] (f n)))
            (defn unit [kind]
              (case (int kind)
                0 (reduce + (piped 40)) 1 (threads 30) 2 (stm 20) 3 (agents 15)
                4 (+ (compiled 10) (reduce + (pmap (fn [x] @(future (* x x))) (range 50))))))
            """;

    private IFn unit;

    @Override
    protected void start(Place place) {
        IFn loadString = Clojure.var("clojure.core", "load-string");
        Var.pushThreadBindings(RT.map(
                RT.var("clojure.core", "*ns*"), RT.var("clojure.core", "*ns*").deref()));
        try {
            loadString.invoke(SOURCE);
        } finally {
            Var.popThreadBindings();
        }
        unit = Clojure.var("large.core", "unit");
    }

    @Override
    public int kinds() {
        return 5;
    }

    @Override
    public long unit(int worker, int kind) {
        return ((Number) unit.invoke(kind)).longValue();
    }

    @Override
    protected void stop() {
        Clojure.var("clojure.core", "shutdown-agents").invoke();
    }
}
