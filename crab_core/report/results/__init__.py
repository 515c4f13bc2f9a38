"""The results of any set of runs as the paper's tables show them, for comparing agents.

`compare.results` gives the numbers as JSON values; `sheets` makes tables of them, and `text`, `markdown`,
`latex` and `spreadsheet` write those.
"""
