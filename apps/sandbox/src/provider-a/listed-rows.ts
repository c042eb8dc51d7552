import type { BankEntry } from '../bank/bank-account';
import type { ProviderTransaction } from '../bank/provider-transaction';
import { stableHash } from '../stable-ids';
import type { IdStyle } from './behaviour';

/** The rows of one answer as JSON texts, by the ids that the style gives them. `answer` differs in each answer. */
export function listedRows(entries: readonly BankEntry[], style: IdStyle, answer: number): string[] {
  return entries.map((entry, index) => {
    const id = idOf(entry, index, style, answer);
    return id === null ? entry.text : underId(entry.text, id);
  });
}

/** Null: the bank's own. */
function idOf(entry: BankEntry, index: number, style: IdStyle, answer: number): string | null {
  switch (style) {
    case 'kept':
      return null;
    case 'rotated':
      return stableHash(`${answer}/${index}/${entry.text}`);
    case 'renumbered':
      return String(index + 1);
    case 'shared':
      return entry.date;
    default: {
      const unknown: never = style;
      return unknown;
    }
  }
}

function underId(text: string, id: string): string {
  const row = JSON.parse(text) as ProviderTransaction;
  return JSON.stringify({
    ...row,
    ...(row.transactionId === undefined ? {} : { transactionId: id }),
    ...(row.internalTransactionId === undefined ? {} : { internalTransactionId: id }),
  });
}
