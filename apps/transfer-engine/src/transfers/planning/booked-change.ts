import { OnBookedChange } from '@tributary/contracts';
import { BookedField } from '../../destinations/destination.port';
import { TransferContent } from '../../destinations/transfer-content';

/** The default for a booked change: update every field. */
export const UPDATE_ALL: OnBookedChange = {
  update_status: true,
  update_payee: true,
  update_description: true,
  update_amount: true,
};

const NOTHING: ReadonlySet<BookedField> = new Set();

/**
 * Returns the groups of fields that an update must leave unchanged: if the booked status changes, those whose flag is
 * off. Any other change (by a rule, a corrected text) is applied completely.
 */
export function fieldsToLeave(
  sent: TransferContent | null,
  wanted: TransferContent,
  flags: OnBookedChange,
): ReadonlySet<BookedField> {
  if (sent === null || sent.booked === wanted.booked) return NOTHING;
  const left: BookedField[] = [];
  if (!flags.update_status) left.push('status');
  if (!flags.update_payee) left.push('payee');
  if (!flags.update_description) left.push('description');
  if (!flags.update_amount) left.push('amount');
  return new Set(left);
}
