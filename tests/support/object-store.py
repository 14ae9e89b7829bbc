"""
OpenStack Swift with its S3 interface, all of it in one process on loopback: account, container, object and proxy server.
Takes a folder for its files; prints the port of the proxy when it listens.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from paste.deploy import loadapp  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.utils import set_swift_dir  # noqa: E402

home, access, secret = sys.argv[1:4]
common = """
[DEFAULT]
swift_dir = {0}
devices = {0}
mount_check = false
fallocate_reserve = 0
""".format(home)
servers = {"account": "account", "container": "container", "object": "mem_object"}
proxy = """
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth bulk slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{0} = {1} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""".format(access.replace(":", "_"), secret)


def write(name, text):
    path = os.path.join(home, name)
    with open(path, "w") as to:
        to.write(text)
    return path


def ring(name, port):
    """The ring of one kind of server: one device, one copy."""
    builder = RingBuilder(1, 1, 0)
    builder.add_dev(
        {"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"}
    )
    builder.rebalance()
    builder.get_ring().save(os.path.join(home, name + ".ring.gz"))


def serve(name, conf, listener):
    app = loadapp("config:" + write(name + ".conf", common + conf))
    eventlet.spawn(wsgi.server, listener, app, log=open(os.devnull, "w"))


write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n")
os.mkdir(os.path.join(home, "disk"))
set_swift_dir(home)
listeners = {name: eventlet.listen(("127.0.0.1", 0)) for name in servers}
for name, listener in listeners.items():
    ring(name, listener.getsockname()[1])
for name, app in servers.items():
    serve(name, "[app:main]\nuse = egg:swift#" + app, listeners[name])
front = eventlet.listen(("127.0.0.1", 0))
serve("proxy", proxy, front)
print(front.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
