import { addDecimals, isDecimal, isOutflow, type Decimal } from '@tributary/money';

/** The exact sum of decimal texts. */
export function sumOf(amounts: readonly string[]): Decimal {
  return addDecimals(...amounts);
}

/** Whether the amount is below zero. */
export function isNegative(amount: string): boolean {
  return isOutflow(amount);
}

/**
 * The amount as people write it, with its currency. No digit is lost: `Intl` formats the text itself, so no amount
 * passes through a JavaScript number.
 *
 * @param sign `always` shows a plus as well
 */
export function moneyText(
  amount: string,
  currency: string | null,
  sign: 'auto' | 'always' = 'auto',
  locale: string = navigator.language,
): string {
  if (!isNumeric(amount)) return amount;
  const signDisplay = sign === 'always' ? 'exceptZero' : 'negative';
  const format = currencyFormat(currency, locale);
  if (format === null) return [plainText(amount, signDisplay, locale), currency].filter(Boolean).join(' ');
  const least = format.resolvedOptions().minimumFractionDigits ?? 0;
  const options = {
    ...currencyOptions(currency),
    signDisplay,
    minimumFractionDigits: least,
    maximumFractionDigits: Math.max(least, decimalsOf(amount)),
  } as const;
  return new Intl.NumberFormat(locale, options).format(amount);
}

/** `Intl` takes texts of digits; this is what TypeScript calls them. */
function isNumeric(amount: string): amount is `${number}` {
  return isDecimal(amount);
}

function plainText(amount: `${number}`, signDisplay: 'exceptZero' | 'negative', locale: string): string {
  const digits = decimalsOf(amount);
  return new Intl.NumberFormat(locale, {
    signDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/**
 * Returns the format of a currency; null if `Intl` does not accept the code, such as a bank's code for points or
 * tokens.
 */
function currencyFormat(currency: string | null, locale: string): Intl.NumberFormat | null {
  if (currency === null || !/^[A-Za-z]{3}$/.test(currency)) return null;
  return new Intl.NumberFormat(locale, currencyOptions(currency));
}

function currencyOptions(currency: string | null) {
  return { style: 'currency', currency: currency ?? undefined, currencyDisplay: 'narrowSymbol' } as const;
}

function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}
