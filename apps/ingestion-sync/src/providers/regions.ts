const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Under whose rules an institution of the country grants access: `EU`, `UK`, or the country itself. */
export function regionOf(country: string | null): string | null {
  if (country === null) return null;
  if (EEA.has(country)) return 'EU';
  return country === 'GB' ? 'UK' : country;
}
