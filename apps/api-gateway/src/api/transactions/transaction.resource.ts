import { Fields, Redaction, redactTransaction } from '@tributary/contracts';
import { TransactionInclude } from './search/transaction-list';
import { TransactionRow } from './transactions.reader';

/** The internal member `holder` in Postgres's JSON text; responses must not show it. */
const HOLDER = '"holder": ';

export interface TransactionView {
  readonly includes: ReadonlySet<TransactionInclude>;
  /** JSON text by id; read only if the account is included. */
  readonly accounts: ReadonlyMap<number, string>;
  readonly redaction: Redaction;
}

/** A transaction in its REST form, JSON text: redacted, with its account if that is included. */
export function toTransactionText({ account_id, json }: TransactionRow, view: TransactionView): string {
  const text = redactedText(json, view.redaction);
  if (!view.includes.has('financial_account')) return text;
  return `{"financial_account":${view.accounts.get(account_id) ?? 'null'},${text.slice(1)}`;
}

/** Redacts a document. Parsing and writing documents costs half of a list's rate, so unredacted ones are sent unchanged. */
export function redactedText(json: string, redaction: Redaction): string {
  if (redaction === 'none' && !json.includes(HOLDER)) return json;
  return JSON.stringify(redactTransaction(JSON.parse(json) as Fields, redaction));
}
