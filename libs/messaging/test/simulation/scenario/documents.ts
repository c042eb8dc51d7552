import { TransactionDocument } from '@tributary/contracts';

/** Payees that make the consumer of that name fail, however often it tries. */
export const POISON = { ruleEngine: 'poison for the rules', transferEngine: 'poison for transfers' } as const;

/** What a handler throws of a poisoned item; never transient. */
export class PoisonError extends Error {
  override readonly name = 'PoisonError';
}

export function documentOf(id: number, version: number, payee: string): TransactionDocument {
  return {
    amount: `-${id}.${String(version % 100).padStart(2, '0')}`,
    currency: 'EUR',
    booked: version > 1,
    mapped_fields: { payee, date: '2026-03-02' },
    booking_date: '2026-03-02',
    booking_datetime: '',
    value_date: null,
    value_datetime: '',
  };
}

/** What the shaped event carries of a transaction that is gone. */
export const REMOVED_DOCUMENT: TransactionDocument = {
  amount: '0',
  currency: 'EUR',
  booked: true,
  mapped_fields: { date: null },
  booking_date: null,
  booking_datetime: '',
  value_date: null,
  value_datetime: '',
};
