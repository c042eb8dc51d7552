import { Redaction, redactTransaction, TRANSACTION, TransactionDocument } from '@tributary/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** Documents have them, and they are shown only where they are included. */
const INCLUDED = ['enriched', 'trade'] as const satisfies readonly (keyof TransactionDocument)[];

/** The members of a transaction's resource that are its document's. */
const OF_DOCUMENT: ReadonlySet<string> = new Set(Object.keys(TransactionDocument.properties));

/**
 * A transaction's resource with the bank's values instead of the shown ones: what is no part of the document, such as its id,
 * its account and its transfers, stays. Pure: no I/O.
 */
export function asReported(
  shown: Fields,
  reported: TransactionDocument,
  { includes, redaction }: { readonly includes: ReadonlySet<string>; readonly redaction: Redaction },
): Fields {
  const stays = Object.entries(shown).filter(([name]) => !OF_DOCUMENT.has(name));
  const {
    id: _id,
    created_at: _made,
    updated_at: _changed,
    ...written
  } = TRANSACTION.write(
    { id: 0, document: reported, createdAt: null, updatedAt: null },
    { financial_account_id: String(shown['financial_account_id']) },
  );
  const members = Object.entries(redactTransaction(written, redaction)).filter(
    ([name]) => includes.has(name) || !(INCLUDED as readonly string[]).includes(name),
  );
  return {
    ...Object.fromEntries([...stays, ...members]),
    ...(includes.has('enriched') && { enriched: reported.enriched ?? null }),
  };
}
