"""A run on a Ray cluster of several nodes, some of which are lost on the way: a program of its own.

python -m tests.bulk.cluster_run INPUT OUTPUT SHARD_BYTES [--disturb]
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

from mainspan.bulk.cluster import RayWorkers
from mainspan.bulk.run import Run, Watcher
from mainspan.bulk.settings import Settings
from mainspan.bulk.shards import Shard, plan
from mainspan.bulk.store import Store
from tests.bulk.poison import Poison


class Disturbing(Watcher):
    """Kills workers, removes a node and adds another while shards are done."""

    def __init__(self, cluster: Any, node: Any) -> None:
        self.cluster, self.node = cluster, node
        self.count = 0

    def done(self, shard: Shard, entry: dict[str, Any]) -> None:
        self.count += 1
        if self.count in (2, 5):
            print(f"killed {_kill_workers()} workers")
        if self.count == 3:
            self.cluster.remove_node(self.node, allow_graceful=False)
            self.cluster.add_node(num_cpus=2)
            print("a node was removed, and another added")


def _kill_workers() -> int:
    """Kill the processes that do tasks, as the kernel would that is out of memory."""
    killed = 0
    for path in Path("/proc").glob("[0-9]*"):
        try:
            name = (path / "cmdline").read_bytes()
            mine = os.environ["CLUSTER_RUN"].encode() in (path / "environ").read_bytes()
        except OSError:
            continue
        if name.startswith(b"ray::_run") and mine:
            os.kill(int(path.name), signal.SIGKILL)
            killed += 1
    return killed


def main() -> None:
    path, output, size = sys.argv[1:4]
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    node = cluster.add_node(num_cpus=2)
    cluster.wait_for_nodes()
    settings = Settings(methods=(Poison(),), shard_bytes=int(size), seconds=2.0)
    store = Store(output)
    watcher = Disturbing(cluster, node) if "--disturb" in sys.argv else Watcher()
    with RayWorkers(cluster.address, settings, store) as workers:
        result = Run(plan([path], settings), settings, store)(workers, watcher)
    print(f"{len(result.entries)} shards, {len(result.failures)} failures, {ray.__version__}")
    cluster.shutdown()


if __name__ == "__main__":
    main()
