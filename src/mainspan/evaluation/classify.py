"""Extrinsic evaluation: do pages classify and cluster better by their extracted text?

Three kinds of text are compared: the whole text of labelled pages, the text that each contestant extracted,
and the gold text. For each, this measures the accuracy of a linear classifier, and how well k-means clusters
agree with the labels.

Features are words weighted by tf-idf; in scripts without spaces, single characters and pairs of them. The
classifier is a linear support vector machine, cross-validated by site in five folds (fewer if a package has
fewer sites, or fewer documents of a label), so that it cannot know a label by a site's template. Accuracy is
the share of documents with the right label; macro-F1 is the mean over labels. k-means has one cluster for
each label and a fixed seed. It is scored by normalised mutual information and the adjusted Rand index
(1: the labels; 0: chance).

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 7, which proposes it.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.errors import SourceError
from mainspan.evaluation.labels import Labelled
from mainspan.evaluation.measures.words import ALONE, words_of
from mainspan.evaluation.packages import Document
from mainspan.evaluation.summary import deviation
from mainspan.evaluation.tables import table
from mainspan.extraction import extract
from mainspan.extras import extra

WHOLE: Final = "whole page"
GOLD: Final = "gold"
FOLDS: Final = 5
_FEATURES: Final = 2**18  # no rule: buckets for the hashes of features, enough to make collisions rare
_ALONE: Final = re.compile(f"[{ALONE}]")


_Figures = tuple[int, float | None, float | None, float | None, float | None]


@dataclass(frozen=True, slots=True)
class Classified:
    """How well the texts of a package classify and cluster.

    All `documents` were clustered. They were also classified in `folds` folds, without those whose label
    occurs on a single site. `guessing` is the accuracy of the majority baseline, which always answers the
    commonest label. If no classifier can be tested, there are 0 folds and `guessing` to `macro_f1` are None.
    """

    package: str
    label: str
    labels: int
    text: str
    documents: int
    sites: int
    folds: int
    guessing: float | None
    accuracy: float | None
    accuracy_sd: float | None
    macro_f1: float | None
    mutual_information: float
    adjusted_rand: float


def require() -> None:
    """Raise a MissingExtraError if scikit-learn is not installed."""
    with extra("classify", "classification and clustering"):
        import sklearn  # noqa: F401


def classify_package(
    labelled: Labelled,
    found: Mapping[str, Mapping[str, str]],
    *,
    name: str | None = None,
    seed: int = 0,
    progress: Callable[[], None] = lambda: None,
) -> list[Classified]:
    """Score the whole text, what each contestant found (by document), and the gold text."""
    require()
    rows = [(WHOLE, whole_texts(labelled))]
    rows += [(each, [texts.get(one.name, "") for one in labelled.documents]) for each, texts in found.items()]
    gold = [one.read_gold() for one in labelled.documents]
    if any(text is not None for text in gold):
        rows.append((GOLD, [text or "" for text in gold]))
    judged = []
    for title, texts in rows:
        judged.append(classify_texts(labelled, title, texts, name=name, seed=seed))
        progress()
    return judged


def whole_texts(labelled: Labelled) -> list[str]:
    """The visible text of each page; empty if it cannot be read."""

    def read(document: Document) -> str:
        try:
            return extract(document.read_page(), algorithm="plain").text
        except SourceError:
            return ""

    return [read(each) for each in labelled.documents]


def classify_texts(
    labelled: Labelled, title: str, texts: Sequence[str], *, name: str | None = None, seed: int = 0
) -> Classified:
    """Score one text for each document."""
    with extra("classify", "classification and clustering"):
        from threadpoolctl import threadpool_limits
    counts = _counts(texts)
    # One thread: sums in another order could move a document to another cluster.
    with threadpool_limits(1), warnings.catch_warnings():
        # scikit-learn warns of few documents of a label, and of fewer different texts than clusters.
        warnings.simplefilter("ignore")
        folds, guessing, accuracy, deviation, macro = _classify(counts, labelled, seed)
        mutual, rand = _cluster(counts, labelled, seed)
    return Classified(
        package=name or labelled.package.name,
        label=labelled.key,
        labels=len(set(labelled.labels)),
        text=title,
        documents=len(texts),
        sites=len(set(labelled.sites)),
        folds=folds,
        guessing=guessing,
        accuracy=accuracy,
        accuracy_sd=deviation,
        macro_f1=macro,
        mutual_information=mutual,
        adjusted_rand=rand,
    )


def features_of(text: str) -> list[str]:
    """The words of a text, and pairs of neighbouring characters in scripts without spaces.

    >>> features_of("Ein Satz")
    ['ein', 'satz']
    >>> len(features_of("\N{CJK UNIFIED IDEOGRAPH-4E2D}\N{CJK UNIFIED IDEOGRAPH-6587}"))
    3
    """
    words = words_of(text)
    if not _ALONE.search(text):
        return words
    alone = [bool(_ALONE.match(word)) for word in words]
    pairs = [words[i] + words[i + 1] for i in range(len(words) - 1) if alone[i] and alone[i + 1]]
    return words + pairs


def _counts(texts: Sequence[str]) -> Any:
    from sklearn.feature_extraction.text import HashingVectorizer

    options = {"n_features": _FEATURES, "norm": None, "alternate_sign": False}
    counts = HashingVectorizer(analyzer=features_of, **options).transform(texts)
    # Empty columns would only cost time; one is kept for texts that are all empty.
    used = np.unique(counts.indices)
    return counts[:, used if len(used) else [0]]


def _weights() -> Any:
    from sklearn.feature_extraction.text import TfidfTransformer

    return TfidfTransformer(sublinear_tf=True)


def _classify(counts: Any, labelled: Labelled, seed: int) -> _Figures:
    """The folds; the majority baseline; accuracy, its deviation and macro-F1 of the classifier."""
    from sklearn.metrics import accuracy_score, f1_score
    from sklearn.model_selection import StratifiedGroupKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import LinearSVC

    kept = np.array([label not in labelled.single for label in labelled.labels])
    labels, sites = np.array(labelled.labels)[kept], np.array(labelled.sites)[kept]
    if len(set(labels)) < 2:
        return 0, None, None, None, None
    counts = counts[np.flatnonzero(kept)]
    predicted: NDArray[Any] = np.empty_like(labels)
    commonest = Counter(labels.tolist()).most_common(1)[0][1]
    count = min(FOLDS, len(set(sites)), commonest)
    folds = StratifiedGroupKFold(count, shuffle=True, random_state=seed)
    accuracies = []
    for learn, judge in folds.split(counts, labels, sites):
        if not len(judge):
            continue
        if len(set(labels[learn])) < 2:
            predicted[judge] = labels[learn][0]  # the only label that was seen
        else:
            model = make_pipeline(_weights(), LinearSVC(random_state=seed))
            predicted[judge] = model.fit(counts[learn], labels[learn]).predict(counts[judge])
        accuracies.append(float(accuracy_score(labels[judge], predicted[judge])))
    accuracy = float(accuracy_score(labels, predicted))
    macro = float(f1_score(labels, predicted, average="macro"))
    return count, commonest / len(labels), accuracy, deviation(accuracies), macro


def _cluster(counts: Any, labelled: Labelled, seed: int) -> tuple[float, float]:
    """Normalised mutual information and adjusted Rand index of clusters and labels."""
    from sklearn.cluster import KMeans
    from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

    means = KMeans(n_clusters=len(set(labelled.labels)), n_init=10, random_state=seed)
    clusters = means.fit_predict(_weights().fit_transform(counts))
    mutual = float(normalized_mutual_info_score(labelled.labels, clusters))
    return mutual, float(adjusted_rand_score(labelled.labels, clusters))


def as_table(judged: Sequence[Classified]) -> str:
    """The figures as tab-separated text."""
    names = [each.name for each in fields(Classified)]
    return table(names, ([getattr(row, name) for name in names] for row in judged))
