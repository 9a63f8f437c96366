// Spans: pairs of offsets, in order, that do not touch each other.

export function add(spans, [start, end]) {
  const apart = spans.filter(([first, last]) => last < start || first > end);
  const joined = spans.filter(([first, last]) => last >= start && first <= end);
  const whole = joined.reduce(([one, other], [first, last]) => [Math.min(one, first), Math.max(other, last)], [start, end]);
  return [...apart, whole].sort(([one], [other]) => one - other);
}

export function remove(spans, [start, end]) {
  return spans
    .flatMap(([first, last]) => [
      [first, Math.min(last, start)],
      [Math.max(first, end), last],
    ])
    .filter(([first, last]) => first < last);
}

export const holds = (spans, place) => spans.some(([first, last]) => first <= place && place < last);
