import {
  Caller,
  CommandPayload,
  decidedOr,
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
import { ItemResults } from './each-item';
import { lockOwnTransactions, OwnTransaction } from './own-transaction';
import { publishChangesOfAccounts } from './publish-changes';
import {
  EditedRow,
  FullTransaction,
  readTransactions,
  updateEdited,
  updatePartEdits,
  WrittenRow,
} from '../transactions.store';

/**
 * Sets fields of transactions. Provider values are stored separately, so later syncs change only those, and the user's
 * fields stay. A refused item does not affect the others; two items for one transaction apply one after the other.
 * Parts follow fields that are set on a split transaction.
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

/** @throws Problem if no field is named */
function withChanges(before: EditedTransaction, changes: TransactionFieldChanges): EditedTransaction {
  checkAmounts(before.transaction, changes);
  const edits = changedEdits(before.edits, canonical(changes, before.document.currency));
  const layers = { edits, split: before.transaction.split };
  const document = shownDocument(providedOf(before), layers, before.account.config.map_fields);
  return { ...before, edits, document };
}

/** Refuses a change of amount or currency in a split, because the amounts of the parts add up to the whole. @throws Problem */
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

/**
 * Checks the size of the user's edits, also on the parts, which show the edits of their whole beneath their own.
 * @throws Problem (invalid)
 */
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

/** Loads the wholes and parts of the edited transactions, by id. */
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

/** Saves the edits. Parts are written by `followSplits`, because their documents depend on the whole. */
async function save(tx: Tx, edited: readonly EditedTransaction[]): Promise<WrittenRow[]> {
  const parts = edited.filter(({ transaction }) => transaction.split_of !== null);
  const wholes = edited.filter(({ transaction }) => transaction.split_of === null);
  const saved = await updateEdited(tx, wholes.map(editedRow));
  await updatePartEdits(
    tx,
    parts.map(({ transaction: { id }, edits }) => ({ id, edits })),
  );
  const split = wholes.flatMap(({ transaction: { id, split } }) => (split === null ? [] : id));
  const { written } = await followSplits(
    tx,
    [...split, ...parts.flatMap(({ transaction }) => transaction.split_of ?? [])],
    parts.map(({ transaction }) => transaction.id),
  );
  return [...saved, ...written];
}

/** A row of the provider keeps the provider's day, because later pages are matched by it. */
function editedRow(one: EditedTransaction): EditedRow {
  const { transaction, document, edits } = one;
  return {
    id: transaction.id,
    document,
    provider_document: isLayered({ ...transaction, edits }) ? providedOf(one) : null,
    edits,
    day: transaction.origin !== 'USER' ? transaction.day : dayOf(document),
  };
}

function canonical(fields: TransactionFieldChanges, currency: string): TransactionFieldChanges {
  if (Object.keys(fields).length === 0)
    throw Problem.invalid({ transaction: ['Name at least one field to change.'] });
  if (!fields.amount) return fields;
  return { ...fields, amount: withMinorDigits(parseDecimal(fields.amount), fields.currency ?? currency) };
}
