/** A text of two letters without a pattern in it: no automaton of few states searches it. */
const TEXT = Array.from({ length: 4_500 }, (_, index) => 'ab'[(index * index * 7 + (index >> 3)) & 1]).join(
  '',
);

/**
 * A value that an author may save, and that takes the processor for minutes: within the bounds of patterns and templates,
 * and searched again and again. It does not run where there is no transaction, as when a rule is checked.
 */
export const ENDLESS_VALUE = slowValue(1000);

/** A value whose cost rises with the times that it searches. */
export function slowValue(times: number): string {
  return (
    `{% if amount %}{% assign t = "${TEXT}" %}{% for i in (1..${times}) %}` +
    '{% assign p = i | prepend: "a[ab]{900}|" %}{{ t | regex_replace: p, "" | size }}{% endfor %}{% endif %}'
  );
}
