"""What became of a run: numbers for scripts, tables for the terminal, and a page to look through it.

`summary.report` gives the numbers, `tables.print_report` prints them, `html.write_html` writes the page.
"""
