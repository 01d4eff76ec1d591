"""A push service on loopback, and browsers that it has handed out addresses to.

It reads what it is sent as the browser would: it checks the signature, and decrypts.
"""

import base64
import ipaddress
import json
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from py_vapid import Vapid02

AUTH = bytes(range(16))


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def new_browser(endpoint: str) -> SimpleNamespace:
    """What a browser hands out, and the key that it keeps to itself."""
    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    told = {"endpoint": endpoint, "p256dh": text_of(point), "auth": text_of(AUTH)}
    return SimpleNamespace(private=private, told=told, endpoint=endpoint)


class PushService:
    """Answers `status` to what is posted; where it hangs, not before it ends."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.status, self.hangs = 201, False
        self.ends = threading.Event()
        self.headers: dict[str, str] = {}
        self.posts: list[SimpleNamespace] = []

    def browser(self, name: str = "browser") -> SimpleNamespace:
        return new_browser(f"{self.address}/{name}")

    def read(self, browser: SimpleNamespace) -> list[dict]:
        """All that was sent to this browser."""
        return [
            json.loads(http_ece.decrypt(one.body, private_key=browser.private, auth_secret=AUTH, version="aes128gcm"))
            for one in self.posts
            if browser.endpoint.endswith(one.path)
        ]  # fmt: skip


def make_certificate(folder: Path) -> Path:
    """A key and a certificate of 127.0.0.1 that nobody but this file vouches for."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    written = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / "certificate.pem"
    path.write_bytes(written + made.public_bytes(Encoding.PEM))
    return path


@contextmanager
def push_service(certificate: Path | None = None):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.posts.append(
                SimpleNamespace(path=self.path, body=body, headers=dict(self.headers))
            )
            if service.hangs:
                service.ends.wait(60)
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *_told: object) -> None:
            pass  # tests ask what came, and read no log

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(server.server_address[1])
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        service.address = service.address.replace("http:", "https:")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        service.ends.set()
        server.shutdown()
        server.server_close()
        thread.join()


def claims_of(authorization: str) -> dict:
    """What is signed there, if the signature is that of the key beside it."""
    assert Vapid02.verify(authorization)
    token = authorization.partition("t=")[2].partition(",")[0].split(".")[1]
    return json.loads(base64.urlsafe_b64decode(token + "=="))
