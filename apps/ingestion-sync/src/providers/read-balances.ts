import { BalanceDocument } from '@tributary/contracts';

/** The readable balances of a response, and the number of unreadable ones. */
export interface ReadBalances {
  readonly value: readonly BalanceDocument[];
  readonly unread: number;
}

/**
 * Reads each balance separately, so that an unreadable one does not hide others. Null if the response has no list, or
 * if none of its balances is readable.
 * @param read returns null for an unreadable balance
 */
export function readBalances(
  list: unknown,
  read: (balance: unknown) => BalanceDocument | readonly BalanceDocument[] | null,
): ReadBalances | null {
  if (!Array.isArray(list)) return null;
  const each = (list as unknown[]).map(read);
  const readable = each.filter((one) => one !== null);
  if (readable.length === 0 && each.length > 0) return null;
  return { value: readable.flat(), unread: each.length - readable.length };
}
