"""negmem: the negative memory of on-call teams."""
