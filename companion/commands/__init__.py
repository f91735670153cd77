"""The commands, one module a family; `companion/cli.py` names them."""
