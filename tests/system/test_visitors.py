"""Who visits the site for the tests misses nothing that it says."""

import socket

from .visitors import answer_head


def test_what_comes_with_the_head_of_an_answer_is_left_to_be_read():
    server, reader = socket.socketpair()
    with server, reader:
        server.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x89\x00")
        assert answer_head(reader).startswith(b"HTTP/1.1 101 ")
        assert reader.recv(100) == b"\x89\x00"


def test_a_head_that_breaks_off_is_told_as_far_as_it_came():
    server, reader = socket.socketpair()
    with reader:
        with server:
            server.sendall(b"HTTP/1.1 200 OK\r\nContent-")
        assert answer_head(reader) == b"HTTP/1.1 200 OK\r\nContent-"
