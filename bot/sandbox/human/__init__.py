"""The human's side: what people do and see, over HTTP."""
