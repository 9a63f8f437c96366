"""Bulk runs: from archives of millions of pages to tables of their main content, on one machine or a cluster.

inputs.py, shards.py         what is given, and how it is cut into shards
places.py, store.py          files and folders, here or at any address of fsspec
feeds.py, framing.py         gzip members and WARC records, whole or damaged; losses.py has what is lost
warc.py, index.py, tables.py pages of archives, of indexes, and of tables and folders; http.py opens messages
extracting.py, supervised.py from a page to its row, in a process that may die
columns.py, parts.py         the schema, and the files with the rows; filters.py decides which rows
shard_run.py                 one shard from beginning to end, wherever it runs
run.py, local.py, cluster.py a run: in processes of this machine, or as tasks of Ray
tally.py, report.py          counts, report.json and the page to look at
duplicates.py                near-duplicates, in a second pass
batch.py                     extract_batch, and what Ray Data and datatrove need
"""
