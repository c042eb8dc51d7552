import type { FileImport } from '@tributary/client';
import { moneyText } from '../../elements/money/exact-money';

type Balances = NonNullable<FileImport['accounts'][number]['balances']>;

/** `12 rows, opening 500.00, closing 430.10: adds up`. */
export function balanceText(balances: Balances, locale: string = navigator.language): string {
  const { entries, opening, closing, currency, adds_up: addsUp, difference } = balances;
  const money = (amount: string, sign?: 'always') => moneyText(amount, currency, sign, locale);
  const stated = [
    entries === '1' ? '1 row' : `${entries} rows`,
    ...(opening === null ? [] : [`opening ${money(opening)}`]),
    ...(closing === null ? [] : [`closing ${money(closing)}`]),
  ].join(', ');
  if (addsUp === null) return `${stated}. The file does not state what is needed to check the rows.`;
  if (addsUp) return `${stated}: adds up.`;
  return `${stated}: ${money(difference ?? '0', 'always')} is missing in the rows.`;
}

/** The statements that do not add up, if a file has several. */
export function gapTexts(
  { gaps, statements, currency }: Balances,
  locale: string = navigator.language,
): string[] {
  const money = (amount: string, sign?: 'always') => moneyText(amount, currency, sign, locale);
  if (statements === '1') return [];
  return gaps.map(({ line, opening, closing, difference }) => {
    const [from, to] = [money(opening), money(closing)];
    return `Statement at line ${line}: from ${from} to ${to}, ${money(difference, 'always')} is missing.`;
  });
}
