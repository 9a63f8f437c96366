"""Stop words and stems of languages.

The stop words are short lists of our own: articles, pronouns, prepositions, conjunctions, auxiliaries and
particles. The lists that circulate hold a thousand words of English with many that carry meaning. Words are
cut at apostrophes here as in texts, so that "don't" goes as "don" and "t", and "l'eau" as "l" and "eau".

Stems are those of the Snowball stemmers (Martin Porter), through the package snowballstemmer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mainspan.extras import extra

_EN = """a about above after again against all am an and any are aren as at be because been before being
below between both but by can cannot could couldn d did didn do does doesn doing don down during
each few for from further had hadn has hasn have haven having he her here hers herself him himself
his how i if in into is isn it its itself just ll m me more most must mustn my myself no nor not of
off on once only or other our ours ourselves out over own re s same shall she should shouldn so some
such t than that the their theirs them themselves then there these they this those through to too
under until up upon ve very was wasn we were weren what when where which while who whom whose why
will with won would wouldn you your yours yourself yourselves"""

_DE = """ab aber als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim bin bis
bist da damit dann das dass dazu dein deine deinem deinen deiner dem den denen denn der deren des
dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
einer eines er es etwas euch euer eure für gegen hab habe haben hat hatte hatten hier hin hinter ich
ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene
jenem jenen jener jenes kann kein keine keinem keinen keiner können könnte man mein meine meinem
meinen meiner mich mir mit muss musste nach nicht nichts noch nun nur ob oder ohne sehr sein seine
seinem seinen seiner seit selbst sich sie sind so solche soll sollte sondern sonst über um und uns
unser unsere unter viel vom von vor war waren warst was weil welche welchem welchen welcher welches
wenn werde werden wie wieder will wir wird wo wollen wollte wurde wurden während würde würden zu zum
zur zwar zwischen"""

_FR = """a ai ainsi alors après as au aucun aucune aussi autre autres aux avaient avais avait avant avec avez
avoir avons c car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment d
dans de depuis des donc dont du elle elles en encore entre es est et étaient étais était étant été
êtes être eu eux fait fut furent ici il ils j je jusqu jusque l la le les leur leurs lors lorsque
lui m ma mais me même mêmes mes moi moins mon n ne ni non nos notre nous on ont ou où par parce pas
pendant peu peut plus pour pourquoi puis qu quand que quel quelle quelles quelque quels qui quoi s
sa sans se sera seront ses si soi soit sommes son sont sous suis sur t ta tandis te tes toi ton
toujours tous tout toute toutes tu très un une vers voici voilà vos votre vous y à ça"""

_ES = """a al algo algún alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos así aunque
bajo cada como con contra cual cuales cuando cuyo da de del desde donde dos durante e el él ella
ellas ellos en entre era eran eres es esa esas ese eso esos esta está están estaba estaban estado
estar estas este esto estos estoy fue fueron ha había habían haber han has hasta hay he hemos la las
le les lo los más me mi mí mientras mis mucho muy nada ni ningún ninguna ninguno no nos nosotros
nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque pues que qué
quien quién quienes se sea sean según ser será si sí sido siempre sin sino sobre sois somos son soy
su sus también tan tanto te ti tiene tienen todo todos tras tu tú tus u un una unas uno unos
vosotros y ya yo"""

_IT = """a abbia abbiamo ad agli ai al alcuna alcune alcuni alla alle allo altra altre altri altro anche
ancora avere aveva avevano avuto c che chi ci ciò coi col come con contro cosa così cui d da dagli
dai dal dalla dalle dallo degli dei del della delle dello dentro di dopo dove dunque durante e è ed
egli era erano essere essi fa fatto fino fra fu furono già gli ha hai hanno ho i il in io l la le
lei li lo loro lui ma me mentre mi mia mie miei mio molto ne negli nei nel nella nelle nello noi non
nostra nostre nostri nostro o ogni oltre per perché però più poi poiché prima può qual quale quali
quando quanto quegli quei quella quelle quelli quello quest questa queste questi questo qui quindi s
se sei senza si sia siamo siano siete sono sopra sotto sta stata state stati stato su sua sue sugli
sui sul sulla sulle sullo suo suoi t te ti tra tu tua tue tuo tuoi tutta tutte tutti tutto un una
uno v vi voi vostra vostre vostri vostro"""

STOP_WORDS: Final[dict[str, frozenset[str]]] = {
    code: frozenset(words.split())
    for code, words in {"en": _EN, "de": _DE, "fr": _FR, "es": _ES, "it": _IT}.items()
}

# The names that the stemmers have there.
STEMMERS: Final = dict(
    pair.split("=")
    for pair in """
    ar=arabic ca=catalan da=danish de=german el=greek en=english es=spanish eu=basque fi=finnish fr=french
    ga=irish hi=hindi hu=hungarian hy=armenian id=indonesian it=italian lt=lithuanian ne=nepali nl=dutch
    no=norwegian pt=portuguese ro=romanian ru=russian sr=serbian sv=swedish ta=tamil tr=turkish yi=yiddish
    """.split()
)


def stem_words(words: Iterable[str], code: str) -> list[str]:
    """The stem of each word, in a language."""
    with extra("eval", "stems"):
        import snowballstemmer
    # A stemmer holds the word that it works on, so each call has its own.
    stemmer = snowballstemmer.stemmer(STEMMERS[code])
    words = list(words)
    stems: dict[str, str] = {word: stemmer.stemWord(word) for word in set(words)}
    return [stems[word] for word in words]
