import { statedBy } from './names/row-words';

/** A row that is no movement. The message is the reason for the user. */
export class RowLeftOut extends Error {
  override readonly name = 'RowLeftOut';
}

export const NEVER_BOOKED = 'The row says that this was never booked.';
const BALANCE = 'The row states a balance.';
const TOTAL = 'The row is a total.';
const NO_ENTRY = 'The row has neither a date nor an amount.';

/** Texts of a row that decide whether it is a movement. */
export interface RowTexts {
  readonly dates: readonly string[];
  readonly amounts: readonly string[];
  readonly payee: string;
  readonly descriptions: readonly string[];
  readonly cells: readonly string[];
}

/** Returns why an unreadable row is no entry; null if it may be one. */
export function whyNoEntry({ dates, amounts, cells }: RowTexts): string | null {
  const [dated, counted] = [dates.some(hasDigit), amounts.some(hasDigit)];
  const stated = cells.map(statedBy).find((found) => found !== null);
  if (stated !== undefined) return stated === 'TOTAL' ? TOTAL : BALANCE;
  if (!dated && !counted) return NO_ENTRY;
  // A row of sums has no date and no text.
  return !dated && !cells.some((cell) => /\p{L}/u.test(cell)) ? TOTAL : null;
}

/** Returns why a row with a date and an amount is no movement: its only text names a balance or a total. */
export function whyNoMovement(payee: string, descriptions: readonly string[]): string | null {
  if (payee !== '' && statedBy(payee) === null) return null;
  const filled = descriptions.filter((text) => text !== '');
  const stated = (filled.length === 0 ? [payee] : filled).map(statedBy);
  if (stated.some((found) => found === null)) return null;
  return stated[0] === 'TOTAL' ? TOTAL : BALANCE;
}

function hasDigit(text: string): boolean {
  return /\p{Nd}/u.test(text);
}
