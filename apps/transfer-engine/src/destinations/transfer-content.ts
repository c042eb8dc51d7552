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
  /** The destination's id of the category that the link maps the transaction's to. */
  readonly category?: string;
  /** What the user wrote on the transaction. */
  readonly note?: string;
  readonly tags?: readonly string[];
  /** Fields that rules set for this type of destination only. */
  readonly fields: Readonly<Record<string, string>>;
}

/** @param category the destination's id of the category that the link maps the transaction's to */
export function contentOf(
  transaction: ShapedTransaction,
  output: ShapedOutput,
  category?: string,
): TransferContent {
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
    ...(category === undefined ? {} : { category }),
    ...(document.note ? { note: document.note } : {}),
    ...(document.tags && document.tags.length > 0 ? { tags: document.tags } : {}),
    fields: output.destinationFields,
  };
}

export function sameContent(a: TransferContent | null, b: TransferContent | null): boolean {
  return isDeepStrictEqual(a, b);
}
