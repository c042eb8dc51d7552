import { Problem, SET_ON_TRANSACTION_BYTES_MAX, TransactionDocument } from '@tributary/contracts';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { TransactionEdits, withEdits } from './edits';

/** A user's edits of a transaction, and the provider's data beneath them. */
export interface SetOn {
  readonly edits: TransactionEdits | null;
  /** Fields that decide the direction, and so the payee. */
  readonly provided: Pick<TransactionDocument, 'amount' | 'currency' | 'holder'>;
  readonly map: FieldMap;
}

/**
 * Whether the user's edits, with the fields mapped from them, exceed `SET_ON_TRANSACTION_BYTES_MAX`. The bank's data
 * does not count. Edits that already exceeded the limit may be shortened step by step. Pure: no I/O.
 */
export function setsTooMuch(after: SetOn, before: TransactionEdits | null = null): boolean {
  const bytes = setBytes(after);
  return bytes > SET_ON_TRANSACTION_BYTES_MAX && bytes > setBytes({ ...after, edits: before });
}

/** @throws Problem (invalid) */
export function checkSetBytes(after: SetOn, before: TransactionEdits | null = null): void {
  if (!setsTooMuch(after, before)) return;
  throw Problem.invalid({
    transaction: [
      `All that is set on a transaction has at most ${SET_ON_TRANSACTION_BYTES_MAX.toLocaleString('en-US')} bytes, ` +
        `with the payee and description that are taken from it: it would have ${setBytes(after).toLocaleString('en-US')}. ` +
        'Shorten its texts.',
    ],
  });
}

function setBytes({ edits, provided: { amount, currency, holder }, map }: SetOn): number {
  if (edits === null) return 0;
  const bare: TransactionDocument = {
    amount,
    currency,
    ...(holder && { holder }),
    booked: true,
    mapped_fields: { date: null },
    booking_date: null,
    booking_datetime: '',
    value_date: null,
    value_datetime: '',
  };
  return Buffer.byteLength(JSON.stringify(withEdits(bare, edits, map)));
}
