import { outputDocument, ShapedOutput, ShapedTransaction } from '@tributary/contracts';
import { roundedToMinorDigits } from '@tributary/money';
import { isDeepStrictEqual } from 'node:util';

/** The content that a destination should have for one transaction, independent of the destination's format. */
export interface TransferContent {
  /** `YYYY-MM-DD`; null if the transaction has no date, then it cannot be sent. */
  readonly date: string | null;
  /** A decimal in its currency's minor digits; outflow is negative. */
  readonly amount: string;
  readonly currency: string;
  readonly booked: boolean;
  readonly payee: string;
  readonly description: string;
  /** Fields that rules set for this type of destination only. */
  readonly fields: Readonly<Record<string, string>>;
}

export function contentOf(transaction: ShapedTransaction, output: ShapedOutput): TransferContent {
  const document = outputDocument(transaction, output);
  const { payee = '', description = '', date } = document.mapped_fields;
  return {
    date: date ?? document.booking_date ?? document.value_date,
    // Trades have more decimals than destinations accept.
    amount: roundedToMinorDigits(document.amount, document.currency),
    currency: document.currency,
    booked: document.booked,
    payee,
    description,
    fields: output.destinationFields,
  };
}

export function sameContent(a: TransferContent | null, b: TransferContent | null): boolean {
  return isDeepStrictEqual(a, b);
}
