import { otherPartyOf, TransactionDocument } from '@tributary/contracts';
import { plainText, wordsOf } from '../documents/words';
import { SeriesDay, seriesDay } from './rhythms';

/** What a payment is recognised by, as the detector gets it; the order is that of the days. */
export interface Payment {
  readonly id: number;
  readonly accountId: number;
  readonly day: string;
  readonly amount: string;
  readonly currency: string;
  readonly name: string;
  readonly text: string;
  readonly counterAccount: string;
  readonly mandate: string;
}

const TEXT_LENGTH_MAX = 300;
const WORDS_MAX = 14;

/** Returns a booked transaction as a payment; null if it has no day, or is no payment of its own. */
export function paymentOf(id: number, accountId: number, document: TransactionDocument): Payment | null {
  const day = document.mapped_fields.date ?? document.booking_date ?? document.value_date;
  if (!day || !document.booked || document.split || document.under_review) return null;
  const party = document[otherPartyOf(document)];
  const text = document.remittance_information?.unstructured ?? document.mapped_fields.description ?? '';
  return {
    id,
    accountId,
    day,
    amount: document.amount,
    currency: document.currency,
    name: (document.mapped_fields.payee ?? party?.name ?? '').slice(0, TEXT_LENGTH_MAX),
    text: text.slice(0, TEXT_LENGTH_MAX),
    counterAccount: party?.iban ?? party?.bban ?? '',
    mandate: document.external_identifiers?.mandate_id ?? '',
  };
}

/** A payment prepared for comparisons. */
export interface SeriesRow {
  readonly payment: Payment;
  readonly day: SeriesDay;
  /** About how large the amount is, to say whether two are alike. Never money: results have the amounts themselves. */
  readonly size: number;
  readonly words: readonly string[];
}

export function seriesRow(payment: Payment): SeriesRow {
  const size = Math.abs(Number(payment.amount));
  const plain = plainText(`${payment.name} ${payment.text}`, 2 * TEXT_LENGTH_MAX + 1);
  return { payment, day: seriesDay(payment.day), size, words: wordsOf(plain, WORDS_MAX) };
}

/** By which part of the larger one two amounts differ: 0 to 1. */
export function difference(a: SeriesRow, b: SeriesRow): number {
  const larger = Math.max(a.size, b.size);
  return larger === 0 ? 0 : Math.abs(a.size - b.size) / larger;
}

/** The words that at least half of the rows have: a name without references, cities and dates. */
export function commonWords(rows: readonly SeriesRow[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { words } of rows) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].flatMap(([word, count]) => (count >= rows.length / 2 ? [word] : [])));
}
