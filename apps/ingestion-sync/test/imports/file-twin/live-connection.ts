import { ProviderTransaction } from '../../../src/providers/provider.port';
import { decimalOf, isoOf, Payment } from './history';

/** Returns a payment as the connection lists it, with different texts than a file. */
export function sentOf({ cents, day, name, number }: Payment): ProviderTransaction {
  const party = { name: `${name} HELSINKI` };
  const document: ProviderTransaction['document'] = {
    amount: decimalOf(cents),
    currency: 'EUR',
    booked: true,
    booking_date: isoOf(day),
    booking_datetime: '',
    value_date: null,
    value_datetime: '',
    ...(cents < 0 ? { creditor: party } : { debtor: party }),
  };
  const strongId = `live-${number}`;
  return {
    booked: true,
    document,
    strongId,
    weakId: null,
    pendingStrongId: null,
    rawJson: JSON.stringify({ number }),
  };
}
