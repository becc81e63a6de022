from ai.policy import Evaluator
from core.python_state import PythonState

class PythonEvaluator(Evaluator):
    def evaluate(self, state: PythonState) -> list[float]: ...  # type: ignore[override]
