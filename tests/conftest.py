"""What holds for all tests: nothing is timed, so property tests have no deadline either."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
