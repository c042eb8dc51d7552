import type { components } from '@tributary/client';
import { isOutflow } from '@tributary/money';

export type Transaction = components['schemas']['Transaction'];

/** The recipient or the sender of the money, in the best words that there are. */
export function payeeOf({ mapped_fields: mapped, amount, creditor, debtor }: Transaction): string {
  const [other, holder] = isOutflow(amount) ? [creditor, debtor] : [debtor, creditor];
  return mapped.payee || other?.name || holder?.name || '';
}

/** The purpose of a transaction, in the best words that there are. */
export function descriptionOf(transaction: Transaction): string {
  const { mapped_fields: mapped, remittance_information: remittance } = transaction;
  return (
    mapped.description ||
    remittance?.unstructured ||
    remittance?.structured ||
    transaction.additional_information ||
    ''
  );
}

/** The day that it is filed under; null where the bank gave none. */
export function dayOf(transaction: Transaction): string | null {
  return transaction.mapped_fields.date ?? transaction.booking_date ?? transaction.value_date;
}

/** The special states of a transaction, in words. */
export function marksOf(transaction: Transaction): readonly string[] {
  return [
    ...(transaction.booked === 'true' ? [] : ['Pending']),
    ...(transaction.under_review ? ['Under review'] : []),
    ...(transaction.split === undefined ? [] : ['Split']),
    ...(transaction.split_of === undefined ? [] : ['Part']),
    ...(transaction.is_own_transfer ? ['Own transfer'] : []),
    ...((transaction.edited_fields ?? []).length > 0 ? ['Edited'] : []),
  ];
}
