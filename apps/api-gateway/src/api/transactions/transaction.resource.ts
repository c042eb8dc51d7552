import { Fields, Redaction, redactTransaction } from '@tributary/contracts';
import { expandedEnrichment } from '@tributary/merchants';
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
export function toTransactionText(
  { account_id, json, enriched }: TransactionRow,
  view: TransactionView,
): string {
  const { accounts, includes, redaction } = view;
  const text = redactedText(json, redaction);
  const account = includes.has('financial_account')
    ? `"financial_account":${accounts.get(account_id) ?? 'null'},`
    : '';
  const added = includes.has('enriched') ? `"enriched":${shownEnrichment(enriched)},` : '';
  return account === '' && added === '' ? text : `{${account}${added}${text.slice(1)}`;
}

function shownEnrichment(stored: object | null | undefined): string {
  return stored ? JSON.stringify(expandedEnrichment(stored)) : 'null';
}

/** Redacts a document. Parsing and writing documents costs half of a list's rate, so unredacted ones are sent unchanged. */
export function redactedText(json: string, redaction: Redaction): string {
  if (redaction === 'none' && !json.includes(HOLDER)) return json;
  return JSON.stringify(redactTransaction(JSON.parse(json) as Fields, redaction));
}
