import { minorDigits } from './currency';

/** SQL: the text of an amount as `withMinorDigits` writes it. @param amount @param currency expressions of type text */
export function canonicalAmountSql(amount: string, currency: string): string {
  const fraction = `rtrim(split_part(${amount}, '.', 2), '0')`;
  const padded = `rpad(${fraction}, greatest(length(${fraction}), ${minorDigitsSql(currency)}), '0')`;
  return `(split_part(${amount}, '.', 1) || coalesce('.' || nullif(${padded}, ''), ''))`;
}

const USUAL_DIGITS = 2;

function minorDigitsSql(currency: string): string {
  const byDigits = new Map<number, string[]>();
  for (const code of Intl.supportedValuesOf('currency')) {
    const digits = minorDigits(code);
    if (digits !== USUAL_DIGITS) byDigits.set(digits, [...(byDigits.get(digits) ?? []), code]);
  }
  const cases = [...byDigits].map(
    ([digits, codes]) =>
      `when ${currency} in (${codes.map((code) => `'${code}'`).join(', ')}) then ${digits}`,
  );
  return `case ${cases.join(' ')} else ${USUAL_DIGITS} end`;
}
