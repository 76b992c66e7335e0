"""Use cases: a file for each, plain functions over `ports/`, in rooms by what they are about.

`negmem.py` is what each of them is handed, `memories.py` the memory that decides, `due_work.py`
what time asks for.
"""
