package dev.weft.programs;

/** A program for engines of JavaScript. */
final class JavaScript {
    static final String PROGRAM =
            """
            var lines = [];
            function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
            function Animal(name) { this.name = name; }
            Animal.prototype.say = function () { return this.name + ' speaks'; };
            function Dog(name) { Animal.call(this, name); }
            Dog.prototype = Object.create(Animal.prototype);
            Dog.prototype.say = function () { return Animal.prototype.say.call(this) + ': woof'; };
            lines.push(fib(14), new Dog('rex').say());
            lines.push([5, 3, 9, 1].sort(function (a, b) { return b - a; }).map(function (x) { return x * 2; }).join('-'));
            lines.push('a1b22'.replace(/\\d+/g, function (m) { return '<' + m + '>'; }));
            try { undefinedFunction(); } catch (e) { lines.push(e.name); }
            try { throw {code: 7}; } catch (e) { lines.push(e.code); } finally { lines.push('finally'); }
            var counter = (function () { var n = 0; return { next: function () { return ++n; } }; })();
            for (var i = 0; i < SIZE; i++) { if (i % 3 === 0) continue; counter.next(); }
            lines.push(counter.next(), JSON.stringify({a: [1, null, 'x'], b: {c: true}}), JSON.parse('{"k": [1, 2]}').k.length);
            var keys = []; for (var k in {x: 1, y: 2}) keys.push(k);
            lines.push(keys.join(), typeof null, 0.1 + 0.2, parseInt('ff', 16), isNaN('x' * 1));
            var list = new java.util.ArrayList(); list.add('one'); list.add('two');
            var sorted = new java.util.TreeMap(); sorted.put('k', list);
            lines.push(sorted.toString());
            var run = new java.lang.Runnable({ run: function () { lines.push('called back'); } }); run.run();
            java.util.Collections.sort(list, function (a, b) { return a < b ? 1 : -1; });
            lines.push('' + list);
            lines.join('\\n');
            """;

    private JavaScript() {}

    static String program(String[] args) {
        return PROGRAM.replace("SIZE", "" + Size.of(args, 300, 30_000));
    }
}
