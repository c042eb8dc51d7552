import {
  Caller,
  CommandPayload,
  Problem,
  SplitTransaction,
  TransactionChanges,
  TransactionDocument,
  JoinTransaction,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { dayOf } from '../../providers/mapping/mapped-fields';
import { changedEdits, TransactionEdits } from '../edits/edits';
import { partDocument } from '../edits/part-document';
import { checkSetBytes } from '../edits/set-bytes';
import { StoredSplit, isLayered, shownDocument } from '../edits/shown-document';
import { removeTransactions } from '../write-transactions';
import { FullTransaction, lockWholeTransaction } from './own-transaction';
import { partEdits } from './part-edits';
import { ChangedRow, publishChanges } from './publish-changes';

/**
 * Splits a transaction into parts that add up to its amount, each a transaction with fields of its own. The whole stays, for
 * the bank's next answer and for joining, and counts no more. Parts of an earlier split are replaced. @throws Problem
 */
export async function splitTransaction(
  tx: Tx,
  caller: Caller,
  { transactionId, parts }: CommandPayload<typeof SplitTransaction>,
): Promise<TransactionChanges> {
  const { account, transaction } = await lockWholeTransaction(tx, caller, transactionId);
  if (transaction.under_review) {
    throw Problem.conflict('The transaction may be another one: decide its review first, then split it.');
  }
  const edits = partEdits(parts, transaction.document);
  const replaced = transaction.split?.parts ?? [];
  const removed = await removeTransactions(
    tx,
    replaced.map((id) => ({ id, state: 'DELETED' })),
  );
  const made = await insertParts(tx, account, transaction, edits);
  const { amount, currency } = transaction.document;
  const split: StoredSplit = { amount, currency, parts: made.map(({ id }) => id) };
  const whole = await saveSplit(tx, account, transaction, split);
  return publishChanges(tx, account, { upserted: [...whole, ...made], removed });
}

/** Of all parts together: the answer to the command has to fit into a message. */
const PARTS_BYTES_MAX = 512 * 1024;

/** No answer of the bank is matched with them: they are the user's. Ids rise in the user's order. */
async function insertParts(
  tx: Tx,
  account: AccountRow,
  whole: FullTransaction,
  edits: readonly TransactionEdits[],
): Promise<ChangedRow[]> {
  const { map_fields: map } = account.config;
  const provided = whole.provider_document ?? whole.document;
  const { enriched } = whole.document;
  const rows = edits.map((ofPart) => {
    checkSetBytes({ edits: changedEdits(whole.edits, ofPart), provided, map }, whole.edits);
    const part = partDocument({ id: whole.id, provided, edits: whole.edits }, ofPart, map);
    const document: TransactionDocument = { ...part, ...(enriched && { enriched }) };
    return { document, edits: ofPart, day: dayOf(document) };
  });
  const inserted = await tx.query<ChangedRow>(
    `insert into transactions (account_id, origin, split_of, identity_key, identity_rank, content_hash, booked,
                               booking_date, day, document, raw, edits)
     select $1, 'USER', $2, 'part:' || gen_random_uuid(), 3, 'part', (document->>'booked')::boolean,
            (document->>'booking_date')::date, day, document, edits, edits
       from rows from (jsonb_to_recordset($3::jsonb) as (document jsonb, edits jsonb, day date))
              with ordinality as part(document, edits, day, place)
      order by place
     returning id, version, created_at, updated_at, document`,
    [account.id, whole.id, withinLimit(JSON.stringify(rows))],
  );
  return inserted.sort((a, b) => a.id - b.id);
}

/** @throws Problem */
function withinLimit(json: string): string {
  if (Buffer.byteLength(json) <= PARTS_BYTES_MAX) return json;
  throw Problem.invalid({ parts: ['The parts are too large together: make fewer, or shorten their texts.'] });
}

/** Removes the parts of a transaction, which counts again, with its own id and what the user set on it. @throws Problem */
export async function joinTransaction(
  tx: Tx,
  caller: Caller,
  { transactionId }: CommandPayload<typeof JoinTransaction>,
): Promise<TransactionChanges> {
  const { account, transaction } = await lockWholeTransaction(tx, caller, transactionId);
  const { split } = transaction;
  if (split === null) throw Problem.conflict('The transaction is not split: it has no parts to join.');
  const removed = await removeTransactions(
    tx,
    split.parts.map((id) => ({ id, state: 'DELETED' })),
  );
  const upserted = await saveSplit(tx, account, transaction, null);
  return publishChanges(tx, account, { upserted, removed });
}

/** Writes how a transaction is split, or that it is not: all else of it stays. */
function saveSplit(
  tx: Tx,
  account: AccountRow,
  { id, edits, document, provider_document }: FullTransaction,
  split: StoredSplit | null,
): Promise<ChangedRow[]> {
  const provided = provider_document ?? document;
  const layers = { edits, split };
  const { enriched } = document;
  const shown = {
    ...shownDocument(provided, layers, account.config.map_fields),
    ...(enriched && { enriched }),
  };
  return tx.query<ChangedRow>(
    `update transactions
        set document = $2, provider_document = $3, split = $4, version = version + 1, updated_at = now()
      where id = $1
     returning id, version, created_at, updated_at, document`,
    [
      id,
      JSON.stringify(shown),
      isLayered(layers) ? JSON.stringify(provided) : null,
      split === null ? null : JSON.stringify(split),
    ],
  );
}
