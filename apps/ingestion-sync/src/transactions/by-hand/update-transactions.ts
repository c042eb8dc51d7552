import {
  Caller,
  CommandPayload,
  Problem,
  TransactionDocument,
  TransactionFieldChanges,
  UpdateTransactions,
} from '@tributary/contracts';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { changedEdits, TransactionEdits } from '../edits/edits';
import { followSplits } from '../follow-splits';
import { dayOf } from '../../providers/mapping/mapped-fields';
import { checkSetBytes } from '../edits/set-bytes';
import { isLayered, shownDocument } from '../edits/shown-document';
import { decidedOr, ItemResults } from './each-item';
import { FullTransaction, lockOwnTransactions, OwnTransaction, readTransactions } from './own-transaction';
import { WrittenRow } from '../write-transactions';
import { publishChangesOfAccounts } from './publish-changes';

/**
 * Sets fields of transactions. The provider's values are stored separately: later syncs change those, and the user's
 * fields stay. A refused item does not affect the others; two items of one transaction apply one after the other.
 * Parts follow the fields that are set on a split transaction.
 */
export async function updateTransactions(
  tx: Tx,
  caller: Caller,
  items: CommandPayload<typeof UpdateTransactions>['items'],
): Promise<ItemResults> {
  const ids = items.map(({ transactionId }) => transactionId);
  const own = await lockOwnTransactions(tx, caller, ids);
  const others = await readSplits(tx, [...own.values()]);
  const edited = new Map<number, EditedTransaction>();
  const outcomes = items.map(({ transactionId: id, fields }) =>
    decidedOr(() => {
      const before = edited.get(id) ?? storedOf(own.get(id));
      const after = withChanges(before, fields);
      checkRoom(before, after, (other) => edited.get(other)?.edits ?? others.get(other)?.edits ?? null);
      edited.set(id, after);
      return id;
    }),
  );
  const accounts = new Map([...own.values()].map(({ account }) => [account.id, account]));
  const changes = (await save(tx, [...edited.values()])).flatMap((row) => {
    const account = accounts.get(row.account_id);
    return account ? [{ account, upserted: [row] }] : [];
  });
  return { outcomes, changes: await publishChangesOfAccounts(tx, changes) };
}

interface EditedTransaction extends OwnTransaction {
  readonly edits: TransactionEdits | null;
  readonly document: TransactionDocument;
}

/** @throws Problem (not_found) */
function storedOf(own: OwnTransaction | undefined): EditedTransaction {
  if (!own) throw Problem.notFound();
  const { edits, document } = own.transaction;
  return { ...own, edits, document };
}

/** @throws Problem where nothing is to be changed */
function withChanges(before: EditedTransaction, changes: TransactionFieldChanges): EditedTransaction {
  checkAmounts(before.transaction, changes);
  const edits = changedEdits(before.edits, canonical(changes, before.document.currency));
  const layers = { edits, split: before.transaction.split };
  const document = shownDocument(providedOf(before), layers, before.account.config.map_fields);
  return { ...before, edits, document };
}

/** The amounts of parts add up to that of the whole: none of them changes alone. @throws Problem */
function checkAmounts(
  { id, split, split_of: whole }: FullTransaction,
  changes: TransactionFieldChanges,
): void {
  if ((split === null && whole === null) || !('amount' in changes || 'currency' in changes)) return;
  throw Problem.conflict(
    whole === null
      ? 'The transaction is split: its amount and currency can be changed once its parts are joined.'
      : `Transaction ${id} is a part: its amount changes when transaction ${whole} is split again.`,
  );
}

type EditsOf = (transactionId: number) => TransactionEdits | null;

/** What is set on a whole shows at its parts too, under what is set on them. @throws Problem (invalid) */
function checkRoom(before: EditedTransaction, after: EditedTransaction, editsOf: EditsOf): void {
  const { split, split_of: whole } = after.transaction;
  const on = { provided: providedOf(after), map: after.account.config.map_fields };
  const onPart = (ofWhole: TransactionEdits | null, ofPart: TransactionEdits | null) =>
    changedEdits(ofWhole, ofPart ?? {});
  if (whole !== null) {
    const ofWhole = editsOf(whole);
    checkSetBytes({ ...on, edits: onPart(ofWhole, after.edits) }, onPart(ofWhole, before.edits));
    return;
  }
  checkSetBytes({ ...on, edits: after.edits }, before.edits);
  for (const part of split?.parts ?? []) {
    const ofPart = editsOf(part);
    checkSetBytes({ ...on, edits: onPart(after.edits, ofPart) }, onPart(before.edits, ofPart));
  }
}

/** The wholes and the parts of what is edited, by id. */
async function readSplits(
  tx: Tx,
  own: readonly OwnTransaction[],
): Promise<ReadonlyMap<number, FullTransaction>> {
  const ids = own.flatMap(({ transaction: { split, split_of: whole } }) => [whole, ...(split?.parts ?? [])]);
  if (ids.every((id) => id === null)) return new Map();
  return new Map((await readTransactions(tx, ids)).map((row) => [row.id, row]));
}

function providedOf({ transaction }: OwnTransaction): TransactionDocument {
  return transaction.provider_document ?? transaction.document;
}

/** What a part shows depends on what it is a part of: its edits are saved, and it follows. */
async function save(tx: Tx, edited: readonly EditedTransaction[]): Promise<WrittenRow[]> {
  const parts = edited.filter(({ transaction }) => transaction.split_of !== null);
  const wholes = edited.filter(({ transaction }) => transaction.split_of === null);
  const saved = await saveWholes(tx, wholes);
  await savePartEdits(tx, parts);
  const split = wholes.flatMap(({ transaction: { id, split } }) => (split === null ? [] : id));
  const { written } = await followSplits(
    tx,
    [...split, ...parts.flatMap(({ transaction }) => transaction.split_of ?? [])],
    parts.map(({ transaction }) => transaction.id),
  );
  return [...saved, ...written];
}

async function savePartEdits(tx: Tx, parts: readonly EditedTransaction[]): Promise<void> {
  if (parts.length === 0) return;
  const records = parts.map(({ transaction: { id }, edits }) => ({ id, edits }));
  await tx.execute(
    `update transactions t set edits = r.edits
       from jsonb_to_recordset($1::jsonb) as r(id bigint, edits jsonb) where t.id = r.id`,
    [JSON.stringify(records)],
  );
}

/** One statement. A provider's row keeps the provider's day, because the next answer is matched by it. */
async function saveWholes(tx: Tx, edited: readonly EditedTransaction[]): Promise<WrittenRow[]> {
  if (edited.length === 0) return [];
  const records = edited.map((one) => ({
    id: one.transaction.id,
    document: one.document,
    provider_document: isLayered({ ...one.transaction, edits: one.edits }) ? providedOf(one) : null,
    edits: one.edits,
    day: one.transaction.origin !== 'USER' ? one.transaction.day : dayOf(one.document),
  }));
  return tx.query<WrittenRow>(
    `update transactions t
        set document = r.document, provider_document = r.provider_document, edits = r.edits, day = r.day,
            booked = case when origin = 'USER' then (r.document->>'booked')::boolean else t.booked end,
            booking_date =
              case when origin = 'USER' then (r.document->>'booking_date')::date else t.booking_date end,
            version = version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb)
              as r(id bigint, document jsonb, provider_document jsonb, edits jsonb, day date)
      where t.id = r.id
     returning t.id, t.account_id, t.version, t.created_at, t.updated_at, t.document`,
    [JSON.stringify(records)],
  );
}

function canonical(fields: TransactionFieldChanges, currency: string): TransactionFieldChanges {
  if (Object.keys(fields).length === 0)
    throw Problem.invalid({ transaction: ['Name at least one field to change.'] });
  if (!fields.amount) return fields;
  return { ...fields, amount: withMinorDigits(parseDecimal(fields.amount), fields.currency ?? currency) };
}
