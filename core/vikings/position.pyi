# Nothing but C functions and types; see the .pxd beside it.
