# Nothing here is for Python: see the .pxd.
