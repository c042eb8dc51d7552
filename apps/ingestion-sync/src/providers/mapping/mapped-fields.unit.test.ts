import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { mapFields, UnmappedDocument } from './mapped-fields';

const DEFAULT = DEFAULT_ACCOUNT_CONFIG.map_fields;

function document(change: Partial<UnmappedDocument> = {}): UnmappedDocument {
  return {
    amount: '-12.40',
    currency: 'EUR',
    booked: true,
    booking_date: '2026-03-02',
    booking_datetime: '',
    value_date: '2026-03-01',
    value_datetime: '',
    ...change,
  };
}

describe('mapped fields', () => {
  it.each([
    ['-12.40', 'Shop'],
    ['12.40', 'Employer'],
  ])('of %s name the other party', (amount, payee) => {
    const mapped = mapFields(
      document({ amount, creditor: { name: 'Shop' }, debtor: { name: 'Employer' } }),
      DEFAULT,
    );
    expect(mapped.payee).toBe(payee);
  });

  it('use the first meaningful part of the remittance if there is no name', () => {
    const remittance_information = { unstructured_array: '["4509 1234","12.03.","KIOSK HELSINKI"]' };
    expect(mapFields(document({ remittance_information }), DEFAULT)).toEqual({
      payee: 'KIOSK HELSINKI',
      description: '4509 1234 12.03. KIOSK HELSINKI',
      date: '2026-03-02',
    });
  });

  it('omit unknown values', () => {
    const bare = document({ booking_date: null, value_date: null });
    expect(mapFields(bare, DEFAULT)).toEqual({ date: null });
  });

  it.each([
    [{ booking_date: null }, '2026-03-01'],
    [{ booking_date: null, value_date: null, booking_datetime: '2026-02-28T23:30:00Z' }, '2026-02-28'],
    [{ booking_date: null, value_date: null, value_datetime: '2026-02-27T01:00:00+02:00' }, '2026-02-27'],
  ])('use the next best date: %j', (change, date) => {
    expect(mapFields(document(change), DEFAULT).date).toBe(date);
  });

  it.each(['2026-99-99 rent', '2026-02-30', '0001-01-01', '9999-12-31T00:00:00Z'])(
    'use no day that cannot be: %s',
    (unstructured) => {
      const odd = document({ remittance_information: { unstructured }, booking_datetime: unstructured });
      const map = { ...DEFAULT, date: 'remittance_information.unstructured' };
      expect(mapFields(odd, map).date).toBe('2026-03-02');
      expect(mapFields({ ...odd, booking_date: null, value_date: null }, map).date).toBeNull();
    },
  );

  it('follow the account’s own mapping, and fall back if its field is empty', () => {
    const map = { payee: 'ultimate_creditor', description: 'additional_information', date: 'value_date' };
    const remittance_information = { unstructured: 'Card 02.03' };
    expect(
      mapFields(
        document({ ultimate_creditor: 'Chain', creditor: { name: 'Shop' }, remittance_information }),
        map,
      ),
    ).toEqual({ payee: 'Chain', description: 'Card 02.03', date: '2026-03-01' });
  });
});
