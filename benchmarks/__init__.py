"""Speed and memory: ``pytest benchmarks/``, or ``python -m benchmarks`` for little more than the figures."""
