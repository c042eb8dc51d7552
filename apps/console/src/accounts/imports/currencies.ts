/** A currency as a list shows it. */
interface CurrencyChoice {
  readonly value: string;
  readonly label: string;
}

/** Every currency that the browser knows, and the given one, each with its name. */
export function currencyChoices(present: string, locale: string = navigator.language): CurrencyChoice[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const known = Intl.supportedValuesOf('currency');
  const codes = present === '' || known.includes(present) ? known : [present, ...known];
  return codes.map((value) => {
    const name = names.of(value);
    return { value, label: name === undefined || name === value ? value : `${value}: ${name}` };
  });
}

/** The currency of most accounts; null where there are none. */
export function usualCurrency(accounts: readonly { readonly currency: string }[]): string | null {
  const counts = new Map<string, number>();
  for (const { currency } of accounts)
    if (currency !== '') counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}
