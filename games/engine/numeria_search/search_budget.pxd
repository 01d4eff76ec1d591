# What the names of search_budget.py are in C. Uncompiled, nothing reads this file.

cimport cython

cdef long long NODES_BETWEEN_LOOKS

@cython.final
cdef class SearchBudget:
    cdef object ends_at
    cdef long long most_nodes, nodes
    cdef bint is_over

    cdef bint spend(self) except -1
    cdef int _look(self) except -1
