import { changeBody, undoingChanges, valueOf } from './fields';
import type { Transaction } from '../transaction';

const transaction: Transaction = {
  id: '7',
  financial_account_id: '1',
  amount: '-12.50',
  currency: 'EUR',
  booked: 'true',
  mapped_fields: { date: '2026-03-01', payee: 'Own payee' },
  booking_date: '2026-03-01',
  booking_datetime: '',
  value_date: null,
  value_datetime: '',
  edited_fields: ['mapped_fields.payee'],
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
};

describe('fields that a user sets', () => {
  it('are sent member by member', () => {
    const changes = { 'mapped_fields.payee': 'A', 'mapped_fields.description': null, amount: '-1' } as const;
    expect(changeBody(changes)).toEqual({ mapped_fields: { payee: 'A', description: null }, amount: '-1' });
  });

  it('are taken back to the value that the user had set before, or released', () => {
    expect(undoingChanges(transaction, ['mapped_fields.payee', 'amount'])).toEqual({
      mapped_fields: { payee: 'Own payee' },
      amount: null,
    });
  });

  it('are empty where there is none', () => {
    expect(valueOf(transaction, 'mapped_fields.payee')).toBe('Own payee');
    expect(valueOf(transaction, 'creditor.name')).toBe('');
    expect(valueOf(transaction, 'value_date')).toBe('');
  });
});
