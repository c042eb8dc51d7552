import {
  Caller,
  CommandPayload,
  Problem,
  TransactionChanges,
  TransactionDocument,
  TransactionFieldChanges,
  UpdateTransaction,
} from '@tributary/contracts';
import { parseDecimal, withMinorDigits } from '@tributary/money';
import { Tx } from '@tributary/persistence';
import { changedEdits, withEdits } from '../edits';
import { dayOf } from '../../mapping/mapped-fields';
import { FullTransaction, lockOwnTransaction } from './own-transaction';
import { ChangedRow, publishChanges } from './publish-changes';

/**
 * Sets fields of a transaction. Of one that a provider sent, the provider's values are kept beside: later syncs change that, and
 * the fields that were set stay. @throws Problem
 */
export async function updateTransaction(
  tx: Tx,
  caller: Caller,
  { transactionId, fields }: CommandPayload<typeof UpdateTransaction>,
): Promise<TransactionChanges> {
  const { account, transaction } = await lockOwnTransaction(tx, caller, transactionId);
  const provided = transaction.provider_document ?? transaction.document;
  const edits = changedEdits(transaction.edits, canonical(fields, transaction.document.currency));
  const document = withEdits(provided, edits, account.config.map_fields);
  const upserted = await save(tx, transaction, { provided, edits, document });
  return publishChanges(tx, account, { upserted });
}

interface Edited {
  readonly provided: TransactionDocument;
  readonly edits: ReturnType<typeof changedEdits>;
  readonly document: TransactionDocument;
}

/** A provider's row stays filed under the provider's day: that is where the next answer looks for it. */
async function save(
  tx: Tx,
  { id, origin, day }: FullTransaction,
  { provided, edits, document }: Edited,
): Promise<ChangedRow[]> {
  const isProviders = origin === 'PROVIDER';
  return tx.query<ChangedRow>(
    `update transactions
        set document = $2::jsonb, provider_document = $3, edits = $4, day = $5,
            booked = case when origin = 'USER' then ($2::jsonb->>'booked')::boolean else booked end,
            booking_date = case when origin = 'USER' then ($2::jsonb->>'booking_date')::date else booking_date end,
            version = version + 1, updated_at = now()
      where id = $1
     returning id, version, created_at, updated_at, document`,
    [
      id,
      JSON.stringify(document),
      edits === null ? null : JSON.stringify(provided),
      edits === null ? null : JSON.stringify(edits),
      isProviders ? day : dayOf(document),
    ],
  );
}

function canonical(fields: TransactionFieldChanges, currency: string): TransactionFieldChanges {
  if (Object.keys(fields).length === 0)
    throw Problem.invalid({ transaction: ['Name at least one field to change.'] });
  if (!fields.amount) return fields;
  return { ...fields, amount: withMinorDigits(parseDecimal(fields.amount), fields.currency ?? currency) };
}
