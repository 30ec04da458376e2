"""The documentation site: ``sphinx-build -W --keep-going -q -b html docs docs/_build/html``. No network is needed."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SPORTSFRAME_CACHE_DIR", tempfile.mkdtemp(prefix="sportsframe-docs-"))

import sportsframe

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))


def copy_notebooks() -> None:
    """Copy the notebooks with their stored outputs to where Sphinx finds them; they are not executed."""
    there = HERE / "tutorials"
    wanted = {path.name: path for path in (HERE.parent / "notebooks").glob("*.ipynb")}
    for old in there.glob("*.ipynb"):
        if old.name not in wanted:
            old.unlink()
    for name, path in wanted.items():
        new = there / name
        if not new.exists() or new.read_bytes() != path.read_bytes():
            shutil.copyfile(path, new)


copy_notebooks()

project = "sportsframe"
author = "the sportsframe contributors"
copyright = "the sportsframe contributors"
version = release = sportsframe.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "numpydoc",
    "myst_nb",
    "gallery",
]
exclude_patterns = ["_build", "jupyter_execute", ".jupyter_cache", "**/.ipynb_checkpoints", "Thumbs.db"]
templates_path = ["_templates"]
default_role = "py:obj"

nb_execution_mode = "off"
nb_ipywidgets_js = {}
nb_render_markdown_format = "myst"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["toc.empty_glob", "mystnb.unknown_mime_type"]

autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

html_theme = "pydata_sphinx_theme"
html_title = "sportsframe"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {
    "show_prev_next": True,
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "default",
    "pygments_dark_style": "monokai",
}
html_sidebars: dict[str, list[str]] = {
    name: [] for name in ("index", "quickstart", "measures", "calibration", "gallery")
}
html_show_sourcelink = False
