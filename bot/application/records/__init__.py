"""Records: the data that use cases keep in the store and put on cards, besides the domain's own."""
