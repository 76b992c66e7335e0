"""`python -m bot` is the `negmem` command."""

from bot.cli import main

main()
