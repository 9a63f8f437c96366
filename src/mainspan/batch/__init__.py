"""Many pages in one run: jobs, time limits, resuming, and supervised processes.

many.py         extract_many, the public function
pages.py        one page: settings in, an outcome out
reading.py      what a source holds: a page, a list of pages, or an error
pipeline.py     outcomes in the order of the sources; feeds and sitemaps are opened on the way
results.py      where outcomes are written, and which pages an earlier run has done
pools.py        where pages are extracted: in this process, or in several
crew.py, calls.py   worker processes for async code: those of the service and of the proxy
process.py, child.py, family.py     supervised processes, also those of the evaluation
"""
