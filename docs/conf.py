"""The documentation site: ``sphinx-build -W --keep-going -q -b html docs docs/_build/html``. No network is needed."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import zlib
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
    "sphinx.ext.intersphinx",
    "numpydoc",
    "myst_nb",
    "sphinx_copybutton",
    "sphinx_design",
    "gallery",
]
exclude_patterns = ["_build", "jupyter_execute", ".jupyter_cache", "**/.ipynb_checkpoints", "Thumbs.db"]
templates_path = ["_templates"]
nitpicky = True
default_role = "autolink"
"""A name in single backticks is linked if it is documented here or in an inventory; parameters are not."""


nb_execution_mode = "off"
nb_ipywidgets_js = {}
nb_render_markdown_format = "myst"
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
suppress_warnings = ["toc.empty_glob", "mystnb.unknown_mime_type"]

autosummary_generate = True
autodoc_typehints = "none"
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_xref_param_type = False


def inventories() -> dict[str, tuple[str, str]]:
    """Write the inventories of the projects that are linked to, from the lists in ``inventories/``.

    A list has the address of the documentation in its first line, then a name, its kind and its page per line: only
    what these pages refer to, so that the build needs no network.
    """
    found = {}
    made = HERE / "_build" / "inventories"
    made.mkdir(parents=True, exist_ok=True)
    for path in sorted((HERE / "inventories").glob("*.txt")):
        address, *lines = path.read_text(encoding="utf-8").splitlines()
        head = f"# Sphinx inventory version 2\n# Project: {path.stem}\n# Version: \n# zlib\n"
        body = "".join(
            f"{name} {kind} 1 {page} -\n" for name, kind, page in (line.split() for line in lines if line.strip())
        )
        (made / f"{path.stem}.inv").write_bytes(head.encode() + zlib.compress(body.encode()))
        found[path.stem] = (address, str(made / f"{path.stem}.inv"))
    return found


intersphinx_mapping = inventories()
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "pydata_sphinx_theme"
html_title = f"sportsframe {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_theme_options = {
    "show_prev_next": True,
    "navbar_align": "left",
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}
html_sidebars: dict[str, list[str]] = {
    name: [] for name in ("index", "install", "quickstart", "paths", "sports", "measures", "calibration", "gallery")
}
html_show_sourcelink = False
