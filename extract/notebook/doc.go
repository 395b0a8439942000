// Package notebook reads Jupyter notebooks (nbformat 3 and 4): Markdown cells as
// they are, code cells as fenced code, and their outputs as text, those that have
// none by their LaTeX or HTML. Images and
// widgets among the outputs are left out.
//
// The format: https://nbformat.readthedocs.io/en/latest/format_description.html.
package notebook
