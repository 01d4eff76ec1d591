"""Short functions from request to page, one an address."""
