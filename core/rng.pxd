from libc.stdint cimport int64_t, uint32_t, uint64_t
from numpy.random cimport bitgen_t


cdef class Stream:
    cdef bitgen_t* bits             # for nogil code; lives as long as this object
    cdef readonly object generator  # numpy bit generator that owns `bits`


cdef inline uint32_t below(bitgen_t* rng, uint32_t n) noexcept nogil:
    """Uniform integer in [0, n), n > 0, without bias (Lemire 2019)."""
    cdef uint64_t product = <uint64_t>rng.next_uint32(rng.state) * n
    cdef uint32_t floor
    if <uint32_t>product < n:
        floor = (<uint32_t>(-<int64_t>n)) % n
        while <uint32_t>product < floor:
            product = <uint64_t>rng.next_uint32(rng.state) * n
    return <uint32_t>(product >> 32)


cdef inline double uniform(bitgen_t* rng) noexcept nogil:
    """Uniform double in [0, 1)."""
    return rng.next_double(rng.state)


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """A bijection of 64 bits that spreads every input bit (the finalizer of splitmix64)."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t chain(uint64_t h, uint64_t word) noexcept nogil:
    """Hash `h` extended by one word; the order of words matters."""
    return mix(h ^ (word + <uint64_t>0x9E3779B97F4A7C15 + (h << 6)))
