import { BalanceDocument, CLEARED_BALANCE_TYPES } from '@tributary/contracts';

/** The Berlin Group's type for the booked balance at the end of a day. */
export const CLOSING_BOOKED = 'closingBooked';

/** The two balances that a user sees. */
export interface PickedBalances {
  readonly currency: string | null;
  readonly cleared: string | null;
  readonly available: string | null;
}

const AVAILABLE_ORDER = [
  ['interimAvailable', 'ITAV'],
  ['closingAvailable', 'CLAV'],
  ['expected', 'XPCD'],
  ['forwardAvailable', 'FWAV'],
];

/**
 * Picks balances by type among those in the account's currency (or the first balance's, if the account's is unknown);
 * an available balance without a credit limit is preferred to one with it.
 */
export function pickBalances(
  balances: readonly BalanceDocument[],
  accountCurrency: string | null,
): PickedBalances {
  const ofAccount = balances.filter((balance) => balance.currency === accountCurrency);
  const currency = ofAccount[0]?.currency ?? balances[0]?.currency ?? null;
  const candidates = [...balances.filter((balance) => balance.currency === currency)].sort(
    withoutCreditFirst,
  );
  return {
    currency,
    cleared: (first(candidates, CLEARED_BALANCE_TYPES) ?? candidates[0])?.amount ?? null,
    available: first(candidates, AVAILABLE_ORDER)?.amount ?? null,
  };
}

/** Returns a digest that is equal for snapshots with the same content. */
export function balanceDigest(balances: readonly BalanceDocument[]): string {
  return balances
    .map(({ type, currency, amount }) => `${type} ${currency} ${amount}`)
    .sort()
    .join('\n');
}

function first(
  balances: readonly BalanceDocument[],
  order: readonly (readonly string[])[],
): BalanceDocument | undefined {
  for (const names of order) {
    const found = balances.find((balance) => names.includes(balance.type));
    if (found) return found;
  }
  return undefined;
}

function withoutCreditFirst(a: BalanceDocument, b: BalanceDocument): number {
  return Number(a.credit_limit_included ?? false) - Number(b.credit_limit_included ?? false);
}
