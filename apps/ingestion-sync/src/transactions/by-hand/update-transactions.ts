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
import { changedEdits, TransactionEdits, withEdits } from '../edits';
import { dayOf } from '../../mapping/mapped-fields';
import { decidedOr, ItemResults } from './each-item';
import { lockOwnTransactions, OwnTransaction } from './own-transaction';
import { ChangedRow, publishChangesOfAccounts } from './publish-changes';

/**
 * Sets fields of transactions. The provider's values are stored separately: later syncs change those, and the user's
 * fields stay. A refused item does not affect the others; two items of one transaction apply one after the other.
 */
export async function updateTransactions(
  tx: Tx,
  caller: Caller,
  items: CommandPayload<typeof UpdateTransactions>['items'],
): Promise<ItemResults> {
  const ids = items.map(({ transactionId }) => transactionId);
  const own = await lockOwnTransactions(tx, caller, ids);
  const edited = new Map<number, EditedTransaction>();
  const outcomes = items.map(({ transactionId: id, fields }) =>
    decidedOr(() => {
      edited.set(id, withChanges(edited.get(id) ?? storedOf(own.get(id)), fields));
      return id;
    }),
  );
  const saved = await save(tx, [...edited.values()]);
  const changes = saved.flatMap((row) => {
    const account = own.get(row.id)?.account;
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
  const edits = changedEdits(before.edits, canonical(changes, before.document.currency));
  const document = withEdits(providedOf(before), edits, before.account.config.map_fields);
  return { ...before, edits, document };
}

function providedOf({ transaction }: OwnTransaction): TransactionDocument {
  return transaction.provider_document ?? transaction.document;
}

/** One statement. A provider's row keeps the provider's day, because the next answer is matched by it. */
async function save(tx: Tx, edited: readonly EditedTransaction[]): Promise<ChangedRow[]> {
  if (edited.length === 0) return [];
  const records = edited.map((one) => ({
    id: one.transaction.id,
    document: one.document,
    provider_document: one.edits === null ? null : providedOf(one),
    edits: one.edits,
    day: one.transaction.origin === 'PROVIDER' ? one.transaction.day : dayOf(one.document),
  }));
  return tx.query<ChangedRow>(
    `update transactions t
        set document = r.document, provider_document = r.provider_document, edits = r.edits, day = r.day,
            booked = case when origin = 'USER' then (r.document->>'booked')::boolean else t.booked end,
            booking_date =
              case when origin = 'USER' then (r.document->>'booking_date')::date else t.booking_date end,
            version = version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb)
              as r(id bigint, document jsonb, provider_document jsonb, edits jsonb, day date)
      where t.id = r.id
     returning t.id, t.version, t.created_at, t.updated_at, t.document`,
    [JSON.stringify(records)],
  );
}

function canonical(fields: TransactionFieldChanges, currency: string): TransactionFieldChanges {
  if (Object.keys(fields).length === 0)
    throw Problem.invalid({ transaction: ['Name at least one field to change.'] });
  if (!fields.amount) return fields;
  return { ...fields, amount: withMinorDigits(parseDecimal(fields.amount), fields.currency ?? currency) };
}
