"""The evaluator of games written in Python: what their `judge` says."""

from core.python_state cimport PythonState
from core.state cimport State
from ai.policy cimport Evaluator


cdef class PythonEvaluator(Evaluator):
    """Asks the `judge` of a `core.python_state.PythonState`; for no other state."""

    cdef void c_evaluate(self, State state, double* out) noexcept nogil:
        """Write what the game's own `judge` expects for each seat."""
        (<PythonState>state).c_judge(out)

    def evaluate(self, PythonState state not None):
        """Return each seat's expected utility in [0, 1], a list."""
        return Evaluator.evaluate(self, state)
