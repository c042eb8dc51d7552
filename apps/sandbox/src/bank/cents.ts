const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads an amount such as `-12.5` as hundredths. Throws on anything that is not a plain decimal with at most 2
 * decimals.
 */
export function centsFromText(amount: string): bigint {
  const match = AMOUNT.exec(amount);
  if (!match) throw new Error(`not an amount with at most two decimals: ${amount}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const cents = BigInt(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/** Writes hundredths with two decimals. */
export function centsToText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
