import { BalanceDocument } from '@tributary/contracts';

/** The balances of an answer that could be read, and how many could not. */
export interface ReadBalances {
  readonly value: readonly BalanceDocument[];
  readonly unread: number;
}

/**
 * Reads each balance by itself, so that one that cannot be read hides no other. Null where the answer has no list, or
 * none of the list can be read. @param read null for what is no balance
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
