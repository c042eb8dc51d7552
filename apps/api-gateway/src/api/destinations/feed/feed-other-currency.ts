import {
  CurrencyDecision,
  decideCurrency,
  markedMemo,
  OnOtherCurrency,
  unconvertedMark,
} from '@tributary/contracts';
import { StatedExchange } from '@tributary/money';
import { FeedEntries, twoDecimals } from './feed-answer';

/** The members of an entry that this server changes. */
interface FeedEntry {
  readonly amount: string;
  readonly description: string;
  readonly memo: string;
}

/** A transaction in another currency than its account's. */
export interface OtherCurrencyRow {
  readonly entry: FeedEntry;
  readonly amount: string;
  readonly currency: string;
  readonly exchange: StatedExchange | null;
  readonly account_currency: string;
}

/** Converts rows in another currency than their account's by the feed's rule. `entries` is null for rows that are left out. */
export function othersOf(
  {
    account_id,
    others,
  }: Pick<FeedEntries, 'account_id'> & { readonly others: readonly OtherCurrencyRow[] | null },
  rule: OnOtherCurrency | null,
): { readonly account_id: number; readonly entries: string | null }[] {
  return (others ?? []).map(({ entry, amount, currency, exchange, account_currency }) => {
    const decision = decideCurrency({
      amount,
      currency,
      exchange: exchange ?? undefined,
      accountCurrency: account_currency,
      destinationCurrency: account_currency,
      rule,
    });
    const shown = inFeed(entry, { amount, currency }, decision);
    return { account_id, entries: shown && JSON.stringify(shown) };
  });
}

function inFeed(
  entry: FeedEntry,
  money: { readonly amount: string; readonly currency: string },
  decision: CurrencyDecision,
): FeedEntry | null {
  switch (decision.kind) {
    case 'send':
      return entry;
    case 'send-converted':
      return { ...entry, amount: twoDecimals(decision.amount) };
    case 'send-marked': // most apps show no memo
      return {
        ...entry,
        description: markedMemo(money, entry.description),
        memo: [unconvertedMark(money), entry.memo].filter((text) => text !== '').join(' · '),
      };
    case 'wait':
      return null;
    default: {
      const unknown: never = decision;
      return unknown;
    }
  }
}
