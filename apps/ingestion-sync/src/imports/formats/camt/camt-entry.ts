import { absoluteDecimal, Decimal, negateDecimal } from '@tributary/money';
import { unlessEmpty } from '../../../providers/mapping/json-fields';
import { inCurrency, readAmount } from '../values/amounts';
import { dayOf, readDay } from '../values/days';
import { StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { Batch } from './camt-batches';
import { CamtValues } from './camt-values';

/** Returns the signed amount: amounts are positive, and the indicator has the sign. */
export function signed(values: CamtValues, currency: string): Decimal {
  const amount = inCurrency(absoluteDecimal(readAmount(values.text('Amt') ?? '', '.')), currency);
  const direction = values.text('CdtDbtInd');
  if (direction === 'DBIT') return negateDecimal(amount);
  if (direction === 'CRDT') return amount;
  throw new EntryUnreadable('The entry does not say whether the amount came in or went out.');
}

/** Returns the status, which since version 8 is in an element `Cd`. */
function statusOf(values: CamtValues): string {
  return values.text('Sts/Cd', 'Sts') ?? 'BOOK';
}

export function isBooked(values: CamtValues): boolean {
  switch (statusOf(values)) {
    case 'BOOK':
      return true;
    case 'PDNG':
      return false;
    default:
      throw new EntryUnreadable('The entry is neither booked nor pending.');
  }
}

export function whyNoMovement(values: CamtValues): string | null {
  switch (statusOf(values)) {
    case 'INFO':
      return 'The entry is for information only.';
    case 'FUTR':
      return 'The entry is expected, and not booked yet.';
    default:
      return null;
  }
}

/**
 * Returns why an entry of zero is a notice of the bank, or null: it has neither a party nor a transaction with an
 * amount.
 */
export function whyNotice({ values, amount, details, detailsLeftOut }: Batch): string | null {
  const isNothing = !/[1-9]/.test(amount) && details.length + detailsLeftOut === 0;
  return isNothing && values.text('AcctSvcrRef') === undefined ? 'The amount is zero: it is a notice.' : null;
}

/** Returns the days. The booking date must be a calendar day; a value date may be a bank's 30 February. */
export function daysOf(values: CamtValues): { bookingDate: string | null; valueDate: string | null } {
  const booking = values.text('BookgDt/Dt', 'BookgDt/DtTm');
  const bookingDate = booking === undefined ? null : readDay(booking, 'YMD');
  const valueDate = dayOf(values.text('ValDt/Dt', 'ValDt/DtTm') ?? '', 'YMD');
  if (bookingDate === null && valueDate === null)
    throw new EntryUnreadable('The entry has no date that exists.');
  return { bookingDate, valueDate };
}

export function partyOfBatch(
  values: CamtValues,
  name: string | undefined,
): Pick<StatementEntry['document'], 'creditor' | 'debtor'> {
  const party = unlessEmpty({ name });
  return values.text('CdtDbtInd') === 'DBIT'
    ? { creditor: party, debtor: undefined }
    : { debtor: party, creditor: undefined };
}
