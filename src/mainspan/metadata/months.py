"""The names of the months in many languages.

Each line is a language: its twelve months in order, the forms of one month separated by slashes. Where two
languages use one name for different months, the first line wins, and OF_LANGUAGE has the other meaning.
"""

from __future__ import annotations

from functools import cache
from typing import Final

_NAMES: Final = """
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec
januar/jänner/jän/jaenner februar/feber märz/mär/maerz/mrz april mai juni juli august september oktober/okt november dezember/dez
janvier/janv février/févr/fév/fevrier/fevr mars avril/avr mai juin juillet/juil août/aout septembre octobre novembre décembre/déc/decembre
enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre/set octubre noviembre diciembre/dic
gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre/sett ottobre/ott novembre dicembre
janeiro fevereiro/fev março/marco abril maio junho julho agosto setembro outubro/out novembro dezembro
januari februari maart/mrt april mei juni juli augustus september oktober november december
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november desember/des
tammikuuta/tammikuu helmikuuta/helmikuu maaliskuuta/maaliskuu huhtikuuta/huhtikuu toukokuuta/toukokuu kesäkuuta/kesäkuu heinäkuuta/heinäkuu elokuuta/elokuu syyskuuta/syyskuu lokakuuta/lokakuu marraskuuta/marraskuu joulukuuta/joulukuu
stycznia/styczeń/sty lutego/luty/lut marca/marzec kwietnia/kwiecień/kwi maja czerwca/czerwiec/cze lipca/lipiec/lip sierpnia/sierpień/sie września/wrzesień/wrz października/październik/paź listopada/listopad/lis grudnia/grudzień/gru
ledna/leden února/únor března/březen dubna/duben května/květen června/červen července/červenec srpna/srpen září října/říjen listopadu prosince/prosinec
januára/január februára/február marca/marec apríla/apríl mája/máj júna/jún júla/júl augusta/august septembra/september októbra/október novembra/november decembra/december
января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май июня/июнь/июн июля/июль/июл августа/август/авг сентября/сентябрь/сен/сент октября/октябрь/окт ноября/ноябрь/ноя/нояб декабря/декабрь/дек
січня/січень лютого/лютий березня/березень квітня/квітень травня/травень червня/червень липня/липень серпня/серпень вересня/вересень жовтня/жовтень листопада/листопад грудня/грудень
януари февруари март април май юни юли август септември октомври ноември декември
јануар фебруар март април мај јун/јуни јул/јули август септембар октобар новембар децембар
ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ/φεβρ μαρτίου/μάρτιος/μαρ απριλίου/απρίλιος/απρ μαΐου/μαίου/μάιος/μάϊος/μαϊ/μαι ιουνίου/ιούνιος/ιουν ιουλίου/ιούλιος/ιουλ αυγούστου/αύγουστος/αυγ σεπτεμβρίου/σεπτέμβριος/σεπ/σεπτ οκτωβρίου/οκτώβριος/οκτ νοεμβρίου/νοέμβριος/νοε/νοεμ δεκεμβρίου/δεκέμβριος/δεκ
ocak/oca şubat/şub mart nisan/nis mayıs/may haziran/haz temmuz/tem ağustos/ağu eylül/eyl ekim/eki kasım/kas aralık/ara
január/jan február/febr március/márc április/ápr május/máj június/jún július/júl augusztus/aug szeptember/szept október/okt november december
ianuarie/ian februarie martie aprilie mai iunie iulie august septembrie octombrie/oct noiembrie/noi decembrie
siječnja/siječanj veljače/veljača ožujka/ožujak travnja/travanj svibnja/svibanj lipnja/lipanj srpnja/srpanj kolovoza/kolovoz rujna/rujan listopada studenoga/studenog/studeni prosinca/prosinac
januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra
sausio/sausis vasario/vasaris kovo/kovas balandžio/balandis gegužės/gegužė birželio/birželis liepos/liepa rugpjūčio/rugpjūtis rugsėjo/rugsėjis spalio/spalis lapkričio/lapkritis gruodžio/gruodis
janvārī/janvāris februārī/februāris martā/marts aprīlī/aprīlis maijā/maijs jūnijā/jūnijs jūlijā/jūlijs augustā/augusts septembrī/septembris oktobrī/oktobris novembrī/novembris decembrī/decembris
jaanuar/jaan veebruar/veebr märts aprill mai juuni juuli august september oktoober november detsember/dets
gener/gen febrer/febr març abril/abr maig juny/jun juliol/jul agost/ag setembre/set octubre/oct novembre/nov desembre/des
januari februari maret april mei juni juli agustus/agu september oktober november desember
يناير/كانون_الثاني فبراير/شباط مارس/آذار/اذار أبريل/ابريل/إبريل/نيسان مايو/أيار/ايار يونيو/حزيران يوليو/تموز أغسطس/اغسطس/آب سبتمبر/أيلول/ايلول أكتوبر/اكتوبر/تشرين_الأول/تشرين_الاول نوفمبر/تشرين_الثاني ديسمبر/كانون_الأول/كانون_الاول
ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر
ינואר/בינואר פברואר/בפברואר מרץ/במרץ/מרס/במרס אפריל/באפריל מאי/במאי יוני/ביוני יולי/ביולי אוגוסט/באוגוסט ספטמבר/בספטמבר אוקטובר/באוקטובר נובמבר/בנובמבר דצמבר/בדצמבר
जनवरी फरवरी/फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर/सितम्बर अक्टूबर/अक्तूबर नवंबर/नवम्बर दिसंबर/दिसम्बर
มกราคม/มค กุมภาพันธ์/กพ มีนาคม/มีค เมษายน/เมย พฤษภาคม/พค มิถุนายน/มิย กรกฎาคม/กค สิงหาคม/สค กันยายน/กย ตุลาคม/ตค พฤศจิกายน/พย ธันวาคม/ธค
"""  # noqa: E501

OF_LANGUAGE: Final = {("hr", "listopada"): 10, ("bs", "listopada"): 10}


@cache
def months() -> dict[str, int]:
    """The number of each month by its name in lower case; two words are joined by an underscore."""
    found: dict[str, int] = {}
    for line in _NAMES.strip().splitlines():
        names = line.split()
        for number, forms in enumerate(names, 1):
            for form in forms.split("/"):
                found.setdefault(form, number)
    return found


@cache
def first_words() -> frozenset[str]:
    """The first words of the names."""
    return frozenset(name.split("_")[0] for name in months())
