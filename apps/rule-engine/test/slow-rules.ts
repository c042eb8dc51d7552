/** A text of two letters without a repeating pattern, so that no small automaton matches it. */
const TEXT = Array.from({ length: 4_500 }, (_, index) => 'ab'[(index * index * 7 + (index >> 3)) & 1]).join(
  '',
);

/**
 * A valid value that takes minutes of processor time: within the limits of patterns and templates, but with many
 * searches. It is fast when a rule is checked, because it searches nothing without a transaction.
 */
export const ENDLESS_VALUE = slowValue(1000);

/** Returns a value whose cost grows with the number of searches. */
export function slowValue(times: number): string {
  return (
    `{% if amount %}{% assign t = "${TEXT}" %}{% for i in (1..${times}) %}` +
    '{% assign p = i | prepend: "a[ab]{900}|" %}{{ t | regex_replace: p, "" | size }}{% endfor %}{% endif %}'
  );
}
