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
import { lockWholeTransaction } from './own-transaction';
import { partEdits } from './part-edits';
import { publishChanges } from './publish-changes';
import { ChangedRow, FullTransaction, insertParts, updateSplit } from '../transactions.store';
import { removeTransactions } from '../saved-transactions.store';

/**
 * Splits a transaction into parts that add up to its amount; each part is a transaction with its own fields. The whole
 * no longer counts, but stays, because the bank's next pages match it and the user may join the parts again. Parts of
 * an earlier split are replaced. @throws Problem
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
  const made = await addParts(tx, account, transaction, edits);
  const { amount, currency } = transaction.document;
  const split: StoredSplit = { amount, currency, parts: made.map(({ id }) => id) };
  const whole = await saveSplit(tx, account, transaction, split);
  return publishChanges(tx, account, { upserted: [...whole, ...made], removed });
}

/** Limit of all parts together, because the reply must fit into a message. */
const PARTS_BYTES_MAX = 512 * 1024;

/** Adds the parts in the user's order, so that their ids rise. */
async function addParts(
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
  return insertParts(tx, { id: whole.id, account_id: account.id }, withinLimit(JSON.stringify(rows)));
}

/** @throws Problem */
function withinLimit(json: string): string {
  if (Buffer.byteLength(json) <= PARTS_BYTES_MAX) return json;
  throw Problem.invalid({ parts: ['The parts are too large together: make fewer, or shorten their texts.'] });
}

/** Removes the parts of a transaction. The whole counts again, with its id and the user's edits. @throws Problem */
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

/** Stores the split of a transaction, or its absence; other data of the transaction stays. */
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
  return updateSplit(tx, id, {
    document: shown,
    provider_document: isLayered(layers) ? provided : null,
    split,
  });
}
