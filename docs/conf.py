"""The site of the documentation; ``make docs`` builds it into build/docs."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
# The stubs have no docstrings; the compiled modules have.
os.environ["SPHINX_AUTODOC_IGNORE_NATIVE_MODULE_TYPE_STUBS"] = "1"

project = "Heorot"
author = "The Heorot project"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = []
html_theme = "furo"
html_title = "Heorot"
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # numpydoc texts say the types
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # attributes are listed once, and documented where they are set, too
# The bridges are documented without their extras, too.
EXTRAS = ("pyspiel", "open_spiel", "pettingzoo", "gymnasium")
autodoc_mock_imports = [name for name in EXTRAS if find_spec(name) is None]
