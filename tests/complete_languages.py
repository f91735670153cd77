"""The languages that the tests hold to be complete: all that are offered, but for English, the source.

A new language goes in here when it is whole; every test of all languages then asks the same of it.
"""

COMPLETE = ("de", "fr", "es")
