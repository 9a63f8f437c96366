"""The workbench: views of a page, of methods side by side, and of results, in a browser.

routes.py       the addresses of the views
inspection.py   what a view shows of one page and one method (runs in a worker)
picture.py      a method's curves at the resolution of a screen (runs in a worker)
frame.py        the page itself, in a frame that can do nothing
pages.py        where pasted, uploaded and fetched pages are
templates/      what the server writes
static/         style, and the scripts of the views
"""
