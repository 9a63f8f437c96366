"""How bytes become text: who is believed, what labels mean, and what no bytes may do."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import MainspanError, Page, extract
from mainspan.errors import EncodingError
from mainspan.page.decode import Decoded, declared_encoding, decode, encode

RUSSIAN = (
    "Вчера вечером в городе открылась новая библиотека. Жители пришли целыми семьями, чтобы посмотреть "
    "на светлые залы и выбрать первые книги. Директор сказала, что двери будут открыты каждый день."
)
JAPANESE = (
    "昨日の夜、町に新しい図書館が開きました。家族連れが明るい部屋を見に来て、最初の本を選びました。"
    "館長は、毎日ドアを開けておくと話しました。子どもたちはとても喜んでいます。"
)
KOREAN = (
    "어제 저녁 시내에 새로운 도서관이 문을 열었습니다. 가족들이 밝은 방을 구경하고 첫 번째 책을 고르기 위해 "
    "찾아왔습니다. 관장은 매일 문을 열어 두겠다고 말했습니다."
)
CHINESE = (
    "昨天晚上，城里新开了一座图书馆。许多家庭前来参观明亮的大厅，并挑选他们的第一本书。"
    "馆长表示，图书馆每天都会开放，欢迎所有的孩子和老人前来阅读。"
)
TAIWANESE = (
    "昨天晚上，城裡新開了一座圖書館。許多家庭前來參觀明亮的大廳，並挑選他們的第一本書。"
    "館長表示，圖書館每天都會開放，歡迎所有的孩子和老人前來閱讀。"
)
ARABIC = (
    "افتتحت مساء أمس في المدينة مكتبة جديدة. جاءت العائلات لرؤية القاعات المضيئة واختيار الكتب الأولى. "
    "وقالت المديرة إن الأبواب ستكون مفتوحة كل يوم أمام الأطفال والكبار."
)
GERMAN = (
    "Gestern Abend öffnete in der Stadt eine neue Bücherei. Familien kamen, um die hellen Säle zu sehen und "
    "die ersten Bücher auszuwählen. Die Türen sind täglich geöffnet, sagte die Leiterin."
)
POLISH = (
    "Wczoraj wieczorem w mieście otwarto nową bibliotekę. Całe rodziny przyszły obejrzeć jasne sale i wybrać "
    "pierwsze książki. Drzwi będą otwarte każdego dnia, powiedziała dyrektorka."
)
ENGLISH = (
    "The new library in town opened its doors last night, and whole families came to look at the bright "
    "rooms and to choose their first books. It will stay open every day, the head librarian told us. "
) * 5


def text_of(page: Page) -> str:
    return extract(page, algorithm="plain").text


def paragraph(text: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body><p>{text}</p></body></html>"


# Who is believed.


def test_given_encoding_beats_byte_order_mark_header_and_meta() -> None:
    bytes_ = codecs.BOM_UTF16_LE + b'<meta charset="utf-8"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>'
    found = decode(bytes_, encoding="windows-1251", charset="koi8-r")
    assert found.encoding == "windows-1251"
    assert found.because == "given"
    assert "Привет" in found.utf8.decode()


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
    ],
)
def test_byte_order_mark_beats_header_and_meta(mark: bytes, codec: str, name: str) -> None:
    bytes_ = mark + paragraph(RUSSIAN, '<meta charset="koi8-r">').encode(codec)
    page = Page(bytes_, charset="windows-1251")
    assert (page.encoding, page.encoding_because) == (name, "byte order mark")
    assert text_of(page) == RUSSIAN + "\n"


@pytest.mark.parametrize(
    ("bytes_", "label"),
    [
        (codecs.BOM_UTF8 + b"<p>Hi</p>", "utf-8"),
        (codecs.BOM_UTF16_LE + "<p>Hi</p>".encode("utf-16-le"), "utf-16"),
        (codecs.BOM_UTF16_BE + "<p>Hi</p>".encode("utf-16-be"), "utf-16be"),
    ],
)
def test_byte_order_mark_of_the_given_encoding_is_no_text(bytes_: bytes, label: str) -> None:
    assert text_of(Page(bytes_, encoding=label)) == "Hi\n"


def test_byte_order_mark_at_the_start_of_a_str_is_no_text() -> None:
    assert text_of(Page("\ufeff<p>Hi</p>")) == "Hi\n"


def test_header_charset_beats_meta() -> None:
    bytes_ = paragraph(RUSSIAN, '<meta charset="koi8-r">').encode("windows-1251")
    page = Page(bytes_, charset="windows-1251")
    assert (page.encoding, page.encoding_because) == ("windows-1251", "HTTP header")
    assert text_of(page) == RUSSIAN + "\n"


def test_header_that_makes_garbage_of_the_page_is_ignored() -> None:
    bytes_ = paragraph(RUSSIAN, '<meta charset="windows-1251">').encode("windows-1251")
    found = decode(bytes_, charset="utf-8")
    assert (found.encoding, found.because) == ("windows-1251", "declaration")


def test_meta_beats_the_detector() -> None:
    # These two bytes are read differently in every encoding: only the declaration decides.
    found = decode(b'<meta charset="koi8-r"><p>\xc4\xc1</p>')
    assert (found.encoding, found.because) == ("koi8-r", "declaration")
    assert found.utf8.decode().endswith("<p>да</p>")


# Where a page may say what it is.


@pytest.mark.parametrize(
    "head",
    [
        b'<meta charset="windows-1251">',
        b"<meta charset='windows-1251'>",
        b"<meta charset=windows-1251>",
        b"<meta charset=windows-1251 />",
        b"<META CHARSET=WINDOWS-1251>",
        b'<meta\ncharset = "windows-1251" />',
        b'<meta/charset="windows-1251">',
        b'<meta charset=" windows-1251 ">',
        b'<meta name="a > b" charset="windows-1251">',
        b'<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        b"<META HTTP-EQUIV='CONTENT-TYPE' CONTENT='TEXT/HTML; CHARSET=WINDOWS-1251'>",
        b'<meta content="text/html; charset=windows-1251" http-equiv="content-type">',
        b'<meta http-equiv=content-type content="text/html;charset = windows-1251; x=y">',
        b"<meta http-equiv=Content-Type content=text/html;charset=windows-1251>",
        b'<meta http-equiv="Content-Type" content="text/html; charset=\'windows-1251\'">',
        b'<?xml version="1.0" encoding="windows-1251"?>',
        b"<?xml version='1.0' encoding='windows-1251' standalone='yes'?>",
        b'<!-- a comment --><meta charset="windows-1251">',
        b'<!-- <meta charset="koi8-r"> --><meta charset="windows-1251">',
        b'<!--\n<meta charset="koi8-r">\n<p>-->\n<meta charset=windows-1251>',
        b'<meta charset="windows-1251"><meta charset="koi8-r">',
        b'<meta charset="windows-1251" charset="koi8-r">',
        b'<meta name="description" content="charset=koi8-r"><meta charset="windows-1251">',
        b'<metadata charset="koi8-r"><meta charset="windows-1251">',
        b'<meta charset="no-such-thing"><meta charset="windows-1251">',
        b'<meta charset="hz-gb-2312"><meta charset="windows-1251">',
        b'<meta charset=""><meta charset="windows-1251">',
        b"<style>" + b" " * 5000 + b'</style><meta charset="windows-1251">',
    ],
)
def test_declaration_is_found(head: bytes) -> None:
    found = decode(head + b"<p>\xe4\xe0</p>")
    assert (found.encoding, found.because) == ("windows-1251", "declaration")
    assert found.utf8.decode().endswith("<p>да</p>")


@pytest.mark.parametrize(
    "head",
    [
        '<!-- <meta charset="koi8-r"> -->',
        '<!-- <?xml version="1.0" encoding="koi8-r"?> -->',
        '<meta name="description" content="text/html; charset=koi8-r">',
        '<meta http-equiv="refresh" content="text/html; charset=koi8-r">',
        '<metadata charset="koi8-r">',
        '<meta data-charset="koi8-r">',
        "<p>charset=koi8-r</p>",
    ],
)
def test_text_that_looks_like_a_declaration_is_ignored(head: str) -> None:
    found = decode(paragraph(RUSSIAN, head).encode("windows-1251"))
    assert (found.encoding, found.because) == ("windows-1251", "detector")


@pytest.mark.parametrize("label", ["utf-16", "utf-16le", "UTF-16BE", "unicode"])
def test_meta_that_says_utf_16_means_utf_8(label: str) -> None:
    found = decode(paragraph("Küche", f'<meta charset="{label}">').encode())
    assert (found.encoding, found.because) == ("utf-8", "declaration")


def test_valid_utf_8_takes_precedence_over_a_wrong_meta() -> None:
    page = Page(paragraph(RUSSIAN, '<meta charset="windows-1251">').encode())
    assert (page.encoding, page.encoding_because) == ("utf-8", "valid UTF-8")
    assert text_of(page) == RUSSIAN + "\n"


def test_last_letter_of_a_declared_latin_page_is_not_truncated_utf_8() -> None:
    page = Page(b"<meta charset=iso-8859-1><p>un caf\xe9")
    assert text_of(page) == "un café\n"


def test_last_letter_of_an_undeclared_latin_page_is_not_truncated_utf_8() -> None:
    assert text_of(Page(b"<p>un caf\xe9")) == "un café\n"


# What labels mean.

LABELS = [
    ("latin1", b"\x80\x93\xe9\x94", "€“é”", "windows-1252"),
    ("iso-8859-1", b"\x80", "€", "windows-1252"),
    ("ISO_8859-1", b"\x80", "€", "windows-1252"),
    ("ascii", b"\x80", "€", "windows-1252"),
    ("us-ascii", b"\x80", "€", "windows-1252"),
    (" cp1252\n", b"\x80", "€", "windows-1252"),
    ("gb2312", b"\xd6\xd0\xce\xc4", "中文", "gbk"),
    ("gb2312", "中文𠀀".encode("gb18030"), "中文𠀀", "gbk"),
    ("gbk", "㐀".encode("gb18030"), "㐀", "gbk"),
    ("gb18030", "中文𠀀".encode("gb18030"), "中文𠀀", "gb18030"),
    ("shift_jis", b"\x87\x40\x83\x65\x83\x58\x83\x67", "①テスト", "shift_jis"),
    ("sjis", b"\xb1\xb2", "ｱｲ", "shift_jis"),
    ("windows-31j", b"\xfb\xfc", "髙", "shift_jis"),
    ("euc-jp", b"\xa5\xc6\xa5\xb9\xa5\xc8", "テスト", "euc-jp"),
    ("euc-jp", b"\xad\xa1\xa5\xc6\xa5\xb9\xa5\xc8", "①テスト", "euc-jp"),
    ("iso-2022-jp", b"\x1b$B%F%9%H\x1b(B", "テスト", "iso-2022-jp"),
    ("euc-kr", b"\xc7\xd1\xb1\xdb", "한글", "euc-kr"),
    ("ks_c_5601-1987", "똠방각하".encode("cp949"), "똠방각하", "euc-kr"),
    ("big5", b"\xa4\xa4\xa4\xe5", "中文", "big5"),
    ("big5-hkscs", "嘅啲".encode("big5hkscs"), "嘅啲", "big5"),
    ("cp1250", b"\x9elu\x9dou\xe8k\xfd", "žluťoučký", "windows-1250"),
    ("windows-1251", b"\xcf\xf0\xe8\xe2\xe5\xf2", "Привет", "windows-1251"),
    ("koi8-r", b"\xf0\xd2\xc9\xd7\xc5\xd4", "Привет", "koi8-r"),
    ("iso-8859-7", b"\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1", "Καλημέρα", "iso-8859-7"),
    ("windows-1256", b"\xe3\xd1\xcd\xc8\xc7", "مرحبا", "windows-1256"),
    ("iso-8859-9", b"\xfd\xfe\xf0\x80", "ışğ€", "windows-1254"),
    ("tis-620", b"\xca\xc7\xd1\xca\xb4\xd5", "สวัสดี", "windows-874"),
    ("windows-874", b"\x80\xca\xc7\xd1\xca\xb4\xd5", "€สวัสดี", "windows-874"),
]


def facts(found: Decoded) -> tuple[bytes, str, str]:
    """All that is known of a page that was decoded."""
    return found.utf8, found.encoding, found.because


@pytest.mark.parametrize(("label", "bytes_", "text", "name"), LABELS)
def test_label_given_by_the_caller_means_what_it_means_in_browsers(
    label: str, bytes_: bytes, text: str, name: str
) -> None:
    found = decode(b"<p>" + bytes_ + b"</p>", encoding=label)
    assert facts(found) == (f"<p>{text}</p>".encode(), name, "given")


@pytest.mark.parametrize(("label", "bytes_", "text", "name"), LABELS)
def test_label_in_the_header_means_what_it_means_in_browsers(
    label: str, bytes_: bytes, text: str, name: str
) -> None:
    found = decode(b"<p>" + bytes_ + b"</p>", charset=label)
    assert facts(found) == (f"<p>{text}</p>".encode(), name, "HTTP header")


@pytest.mark.parametrize(("label", "bytes_", "text", "name"), LABELS)
def test_label_in_the_meta_means_what_it_means_in_browsers(
    label: str, bytes_: bytes, text: str, name: str
) -> None:
    head = f'<meta charset="{label}"><p>'
    found = decode(head.encode() + bytes_ + b"</p>")
    assert facts(found) == (f"{head}{text}</p>".encode(), name, "declaration")


@pytest.mark.parametrize("label", ["klingon", "", "utf-9", "hz-gb-2312", "replacement", "é", "\udcff"])
def test_unknown_label_given_by_the_caller_is_refused_by_name(label: str) -> None:
    with pytest.raises(EncodingError) as caught:
        Page(b"<p>Hi</p>", encoding=label)
    assert repr(label) in str(caught.value)


def test_encoding_error_is_caught_as_an_error_of_mainspan_and_as_a_lookup_error() -> None:
    assert issubclass(EncodingError, MainspanError)
    assert issubclass(EncodingError, LookupError)


@pytest.mark.parametrize(
    "label", ["klingon", "", "utf-9", "hz-gb-2312", "iso-2022-kr", "replacement", "é", "\udcff"]
)
def test_unknown_charset_in_the_header_is_passed_over(label: str) -> None:
    bytes_ = b'<meta charset="koi8-r"><p>\xc4\xc1</p>'
    found = decode(bytes_, charset=label)
    assert (found.encoding, found.because) == ("koi8-r", "declaration")


@pytest.mark.parametrize(
    "label", ["klingon", "utf-9", "hz-gb-2312", "iso-2022-cn", "iso-2022-kr", "replacement"]
)
def test_label_of_no_encoding_in_the_meta_does_not_swallow_the_page(label: str) -> None:
    page = Page(paragraph(RUSSIAN, f'<meta charset="{label}">').encode("windows-1251"))
    assert (page.encoding, page.encoding_because) == ("windows-1251", "detector")
    assert text_of(page) == RUSSIAN + "\n"


def test_meta_label_with_bytes_beyond_ascii_is_passed_over() -> None:
    found = decode(b"<meta charset='\xff\xfe\xe9'><meta charset=koi8-r><p>\xc4\xc1</p>")
    assert (found.encoding, found.because) == ("koi8-r", "declaration")


# Pages that say nothing, or lie.


def test_valid_utf_8_needs_no_declaration() -> None:
    page = Page(paragraph(JAPANESE).encode())
    assert (page.encoding, page.encoding_because) == ("utf-8", "valid UTF-8")
    assert text_of(page) == JAPANESE + "\n"


def test_ascii_is_utf_8() -> None:
    assert facts(decode(b"<p>Hi</p>")) == (b"<p>Hi</p>", "utf-8", "valid UTF-8")


def test_declaration_of_utf_8_is_passed_over_where_the_text_is_windows_1251() -> None:
    page = Page(paragraph(RUSSIAN, '<meta charset="utf-8">').encode("windows-1251"))
    assert (page.encoding, page.encoding_because) == ("windows-1251", "detector")
    assert text_of(page) == RUSSIAN + "\n"


def test_few_odd_bytes_do_not_overrule_a_declaration_of_utf_8() -> None:
    bytes_ = paragraph(RUSSIAN, '<meta charset="utf-8">').encode().replace(b"</p>", b" \xff \xe9</p>")
    page = Page(bytes_)
    assert (page.encoding, page.encoding_because) == ("utf-8", "declaration")
    assert text_of(page) == RUSSIAN + " \ufffd \ufffd\n"


@pytest.mark.parametrize(
    ("codec", "name", "text"),
    [
        ("windows-1251", "windows-1251", RUSSIAN),
        ("koi8-r", "koi8-r", RUSSIAN),
        ("cp932", "shift_jis", JAPANESE),
        ("euc_jp", "euc-jp", JAPANESE),
        ("cp949", "euc-kr", KOREAN),
        ("gb18030", "gb18030", CHINESE),
        ("big5", "big5", TAIWANESE),
        ("windows-1256", "windows-1256", ARABIC),
        ("windows-1252", "windows-1252", GERMAN),
        ("windows-1250", "windows-1250", POLISH),
    ],
)
def test_undeclared_encoding_is_detected(codec: str, name: str, text: str) -> None:
    page = Page(paragraph(text).encode(codec))
    assert (page.encoding, page.encoding_because) == (name, "detector")
    assert text_of(page) == text + "\n"


def test_english_with_a_few_curly_quotes_is_windows_1252() -> None:
    page = Page(paragraph(ENGLISH + "“It’s ours” – at last.").encode("windows-1252"))
    assert (page.encoding, page.encoding_because) == ("windows-1252", "detector")
    assert text_of(page).endswith("“It’s ours” – at last.\n")


@pytest.mark.parametrize(("codec", "name"), [("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be")])
def test_utf_16_without_byte_order_mark_is_seen_by_its_zero_bytes(codec: str, name: str) -> None:
    page = Page(paragraph("Die Küche ist groß.", '<meta charset="utf-16">').encode(codec))
    assert (page.encoding, page.encoding_because) == (name, "zero bytes")
    assert text_of(page) == "Die Küche ist groß.\n"


# Any bytes give a page.


def test_str_has_no_encoding() -> None:
    page = Page("<p>é</p>", encoding="windows-1251")
    assert (page.encoding, page.encoding_because) == (None, "text")
    assert text_of(page) == "é\n"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_all_kinds_of_bytes_are_read(kind: type[bytes | bytearray | memoryview]) -> None:
    assert text_of(Page(kind("<p>é</p>".encode()))) == "é\n"


def test_pages_must_be_str_or_bytes() -> None:
    with pytest.raises(TypeError, match="not from int"):
        Page(7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "utf8"),
    [
        ("plain", b"plain"),
        ("a\ud800b", "a\ufffdb".encode()),
        ("\udc00", "\ufffd".encode()),
        ("\ud83d\ude00", "😀".encode()),
        ("\ude00\ud83d", "\ufffd\ufffd".encode()),
        ("", b""),
    ],
)
def test_surrogates_are_joined_or_replaced(text: str, utf8: bytes) -> None:
    assert encode(text) == utf8


def test_page_of_lone_surrogates_can_be_read() -> None:
    assert text_of(Page("<p>a\udfffb</p>")) == "a\ufffdb\n"


def test_nuls_are_no_text() -> None:
    assert text_of(Page(b"<p>a\0b\0</p>\0")) == "ab\n"


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_a_truncated_last_character_leaves_the_page_utf_8(cut: int) -> None:
    page = Page("<p>Küche 😀".encode()[:-cut])
    assert (page.encoding, page.encoding_because) == ("utf-8", "valid UTF-8")
    assert text_of(page) == "Küche \ufffd\n"


def test_output_is_valid_utf_8_even_if_the_page_is_truncated() -> None:
    assert decode("<p>Küche €".encode()[:-1]).utf8.decode() == "<p>Küche \ufffd"


@pytest.mark.parametrize("empty", [b"", ""])
def test_nothing_is_a_page_without_words(empty: bytes | str) -> None:
    page = Page(empty)
    assert len(page.words) == 0
    assert text_of(page) == ""


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_byte_order_mark_alone_is_an_empty_page(mark: bytes) -> None:
    assert text_of(Page(mark)) == ""


def test_all_256_bytes_are_windows_1252() -> None:
    # Among words: by themselves they would be binary data.
    page = Page(b"word " * 100 + bytes(range(256)))
    assert page.encoding == "windows-1252"
    assert text_of(page).endswith("ùúûüýþÿ\n")


def test_half_a_unit_of_utf_16_is_replaced() -> None:
    found = decode(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le") + b"c")
    assert found.utf8.decode() == "ab\ufffd"


def test_lone_surrogate_in_utf_16_is_replaced() -> None:
    found = decode(codecs.BOM_UTF16_BE + b"\x00a\xd8\x00\x00b")
    assert found.utf8.decode() == "a\ufffdb"


@given(st.binary(max_size=400))
def test_any_bytes_give_a_page(bytes_: bytes) -> None:
    page = Page(bytes_)
    assert isinstance(page.encoding, str)
    assert text_of(page).encode().decode("utf-8") == text_of(page)


@given(st.binary(max_size=200), st.sampled_from(sorted({row[3] for row in LABELS} | {"utf-8", "utf-16le"})))
def test_any_bytes_can_be_read_in_any_encoding(bytes_: bytes, label: str) -> None:
    found = decode(bytes_, encoding=label)
    assert found.encoding == label
    assert found.because == "given"


@given(st.binary(max_size=200))
def test_any_bytes_after_a_declaration_give_a_page(bytes_: bytes) -> None:
    assert Page(b"<meta charset=gb2312>" + bytes_).source.startswith("<html>")


# Zero bytes beside every other one mean UTF-16.
@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=200))
def test_utf_8_is_taken_as_it_is(text: str) -> None:
    bytes_ = b"<p>" + text.encode()
    assert decode(bytes_).utf8 == bytes_


def test_a_declaration_is_found_far_into_the_page_but_not_anywhere() -> None:
    meta, text = b"<meta charset=windows-1251>", "привет мир".encode("windows-1251")
    assert declared_encoding(b"<!--" + b" " * 10_000 + b"-->" + meta + text) == "windows-1251"
    assert declared_encoding(b"<!--" + b" " * 20_000 + b"-->" + meta + text) is None


@pytest.mark.parametrize(("odd", "is_obeyed"), [(8, True), (25, False)])
def test_a_declaration_is_used_unless_a_tenth_becomes_garbage(odd: int, is_obeyed: bool) -> None:
    text = "é".encode() * (100 - odd) + b"\xff" * odd
    assert (decode(b"<meta charset=utf-8>" + text).encoding == "utf-8") is is_obeyed


@pytest.mark.parametrize(("ascii_letters", "name"), [(2000, "iso-8859-2"), (4000, "windows-1252")])
def test_hardly_any_letters_beyond_ascii_say_nothing_of_the_encoding(ascii_letters: int, name: str) -> None:
    polish = "Zażółć gęślą jaźń. Wczoraj w Łodzi odbyło się posiedzenie rady, na którym żądano śledztwa. "
    english = (b"plain words of ascii only and more of them " * 200)[:ascii_letters]
    assert decode((polish.encode("iso-8859-2") + english) * 2).encoding == name
