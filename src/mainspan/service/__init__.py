"""The service: the JSON API, the reader address and the workbench (extra `serve`), the MCP server (`mcp`).

settings.py     all options, in one frozen dataclass
app.py          create_app(settings): puts the parts together
context.py      the parts that requests share: workers, kept pages, sources, packages, evaluations, metrics
access.py       who may do what: Host, Origin, token, security headers
gate.py         limits of size, time and concurrency for requests
errors.py       structured errors; each has an id that is also in the log
models.py       requests and answers, as the OpenAPI schema shows them
work.py         worker processes, called from async code
jobs.py         what runs in a worker: a page in, ready bytes out
pages.py        pages kept by digest, in a folder of bounded size
sources.py      a source string to a page: address, kept page, document of a package, sample
api/            one router for each subject
reader.py       GET /read/ADDRESS
docs.py         the page of the API, without a CDN
workbench/      the views
mcp.py          the MCP server, for assistants
mcp_jobs.py     what runs in a worker of the MCP server: a page in, text out
"""
