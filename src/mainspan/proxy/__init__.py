"""The extraction proxy: every HTML page that passes arrives as its main content.

settings.py     the options, checked once
fields.py       header fields as pairs, and the little that is needed of them
rules.py        which requests and answers pass untouched, and why
hosts.py        the hosts of `--only` and `--except`
private.py      which requests are made on behalf of a page on another host
validators.py   ETag and Last-Modified: a stored original and a stored extract are never confused
policy.py       Content-Security-Policy with room for our style, and nothing else
headers.py      all header fields of an extract
form_pages.py   whether the main content of a page is a form
readable.py     the readable page of our own (`--format html`)
work.py         what runs in a worker: a page in, its extract out
counters.py     what the proxy did
own_pages.py    http://mainspan.proxy/: status, settings, certificate, PAC file
authority.py    the user's own certificate authority
destinations.py server connections: each name is resolved once, and private addresses are noted
addon.py        the add-on for mitmproxy; script.py is for `mitmdump -s`
run.py          `mainspan proxy`

Nothing but addon.py, script.py, authority.py and run.py needs mitmproxy.
"""
