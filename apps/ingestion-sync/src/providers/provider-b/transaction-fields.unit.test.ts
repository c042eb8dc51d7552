import { RowRefused } from '../read-rows';
import { fromProvider } from './transaction-fields';

/** A row as in the published interface, with invented values. */
const ROW = {
  entry_reference: '5561990681',
  merchant_category_code: '5814',
  transaction_amount: { currency: 'EUR', amount: '12.40' },
  creditor: { name: 'KAHVILA OY', postal_address: null },
  creditor_account: { iban: 'FI21 1234 5600 0007 85', other: null },
  creditor_agent: { bic_fi: 'EXMPFIHH', name: null, clearing_system_member_id: null },
  debtor: null,
  debtor_account: {
    iban: null,
    other: { identification: '123456', scheme_name: 'BBAN', issuer: null },
  },
  bank_transaction_code: { description: 'Card payment', code: 'PMNT', sub_code: 'CCRD-POSD' },
  credit_debit_indicator: 'DBIT',
  status: 'BOOK',
  booking_date: '2026-03-02',
  value_date: '2026-03-03',
  transaction_date: '2026-03-01',
  balance_after_transaction: { currency: 'EUR', amount: '801.10' },
  reference_number: 'RF18539007547034',
  reference_number_schema: 'INTL',
  remittance_information: ['Card 01.03', 'KAHVILA'],
  exchange_rate: {
    unit_currency: 'SEK',
    exchange_rate: '0.0880',
    rate_type: 'AGRD',
    contract_identification: 'C1',
    instructed_amount: { currency: 'SEK', amount: '140.91' },
  },
  note: 'Lunch',
  transaction_id: 'djE6abc',
};

const read = (change: object) => fromProvider({ ...ROW, ...change }, 'CZK');

describe('a row of PROVIDER_B', () => {
  it('maps every documented field', () => {
    expect(fromProvider(ROW, null)).toEqual({
      booked: true,
      strongId: '5561990681',
      weakId: null,
      pendingStrongId: null,
      rawJson: JSON.stringify(ROW),
      document: {
        amount: '-12.40',
        currency: 'EUR',
        booked: true,
        booking_date: '2026-03-02',
        booking_datetime: '',
        value_date: '2026-03-03',
        value_datetime: '',
        creditor: { name: 'KAHVILA OY', iban: 'FI2112345600000785', agent: 'EXMPFIHH' },
        debtor: { bban: '123456' },
        remittance_information: {
          structured: 'RF18539007547034',
          unstructured: 'Card 01.03\nKAHVILA',
          unstructured_array: '["Card 01.03","KAHVILA"]',
        },
        additional_data_structured: '{"purchase_date":"2026-03-01"}',
        additional_information: 'Lunch',
        balance_after_transaction: '801.10',
        codes: {
          bank_transaction_code: 'PMNT-CCRD-POSD',
          merchant_category_code: '5814',
          proprietary_bank_transaction_code: 'Card payment',
        },
        currency_exchange: {
          source_currency: 'SEK',
          target_currency: 'EUR',
          exchange_rate: '0.0880',
          unit_currency: 'SEK',
          contract_identification: 'C1',
        },
        external_identifiers: {
          institution_transaction_id: 'RF18539007547034',
          integrator_transaction_id: '5561990681',
          entry_reference: '5561990681',
        },
      },
    });
  });

  it.each([
    ['CRDT', '12.4', '12.40'],
    ['DBIT', '12.4', '-12.40'],
    ['DBIT', '-12.4', '-12.40'], // some institutions sign amounts nevertheless
    ['CRDT', '12345678901234567.123', '12345678901234567.123'],
    ['DBIT', '0', '0.00'],
  ])('%s %s is %s', (credit_debit_indicator, amount, expected) => {
    const row = read({ credit_debit_indicator, transaction_amount: { currency: 'EUR', amount } });
    expect(row?.document.amount).toBe(expected);
  });

  it('uses its account’s currency if it names none', () => {
    const row = read({ transaction_amount: { currency: 'XXX', amount: '1' } });
    expect(row?.document).toMatchObject({ amount: '-1.00', currency: 'CZK' });
  });

  it('needs only amount, direction and status', () => {
    const bare = {
      transaction_amount: ROW.transaction_amount,
      credit_debit_indicator: 'CRDT',
      status: 'BOOK',
    };
    const { document, strongId } = fromProvider(bare, null) ?? {};
    expect(strongId).toBeNull();
    expect(document && JSON.parse(JSON.stringify(document))).toEqual({
      amount: '12.40',
      currency: 'EUR',
      booked: true,
      booking_date: null,
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
    });
  });

  it.each([
    ['BOOK', true],
    ['PDNG', false],
    ['HOLD', false],
  ])('with status %s is booked: %s', (status, booked) => {
    expect(read({ status })).toMatchObject({ booked, document: { booked } });
  });

  it.each(['SCHD', 'CNCL', 'RJCT'])('with status %s is not a transaction', (status) => {
    expect(read({ status })).toBeNull();
  });

  it('that is pending and has only its day of purchase gets that date', () => {
    const row = read({ status: 'PDNG', booking_date: null, value_date: null });
    expect(row?.document).toMatchObject({ booking_date: null, value_date: '2026-03-01' });
  });

  it.each([
    ['no status, and a day of booking, is booked', { status: null }, { booked: true }],
    [
      'no direction, and a minus, takes money out',
      { credit_debit_indicator: null, amount: '-12.4' },
      '-12.40',
    ],
    ['a number as its amount has that amount', { amount: 12.4 }, '-12.40'],
  ])('with %s', (_, { amount, ...change }: Record<string, unknown>, expected) => {
    const money = amount === undefined ? {} : { transaction_amount: { currency: 'EUR', amount } };
    const shown = typeof expected === 'string' ? { amount: expected } : expected;
    expect(read({ ...money, ...change })?.document).toMatchObject(shown);
  });

  it('has the day of its purchase beside the day of its booking', () => {
    expect(read({ value_date: null })?.document).toMatchObject({
      booking_date: '2026-03-02',
      value_date: null,
      additional_data_structured: '{"purchase_date":"2026-03-01"}',
    });
  });

  it('has card and bank numbers from the further identifications, also if there is only one', () => {
    const party = (further: unknown) =>
      read({ creditor_account: null, creditor_account_additional_identification: further })?.document
        .creditor;
    const card = { identification: '4111 11** **** 1111', scheme_name: 'CPAN', issuer: null };
    const number = { identification: '9988', scheme_name: 'BBAN', issuer: null };
    expect(party([card, number])).toMatchObject({ masked_pan: '4111 11** **** 1111', bban: '9988' });
    expect(party(number)).toMatchObject({ bban: '9988' });
  });

  it('does not use a card’s placeholder as a party', () => {
    expect(read({ creditor: { name: 'CARD-123456' } })?.document.creditor?.name).toBeUndefined();
  });

  it('has the mandate of a direct debit', () => {
    const row = read({ reference_number: 'MND-1', reference_number_schema: 'SDDM' });
    expect(row?.document.external_identifiers).toMatchObject({ mandate_id: 'MND-1' });
    expect(row?.document.remittance_information?.structured).toBeUndefined();
  });

  it.each([
    ['no object', null],
    ['no amount', { ...ROW, transaction_amount: null }],
    ['a comma in its amount', { ...ROW, transaction_amount: { currency: 'EUR', amount: '1,234.56' } }],
    ['no currency', { ...ROW, transaction_amount: { amount: '12.4' } }],
    ['no direction', { ...ROW, credit_debit_indicator: null }],
    ['a direction of its own', { ...ROW, credit_debit_indicator: 'BOTH' }],
    ['no status and no day of booking', { ...ROW, status: null, booking_date: null }],
    ['no day of booking that exists', { ...ROW, booking_date: '2026-02-30' }],
    ['a status of its own', { ...ROW, status: 'OTHR' }],
  ])('with %s is rejected', (_, row) => {
    expect(() => fromProvider(row, null)).toThrow(RowRefused);
  });
});
