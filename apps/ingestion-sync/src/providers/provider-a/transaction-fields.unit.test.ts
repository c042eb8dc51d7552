import { RowRefused } from '../read-rows';
import { fromProvider } from './transaction-fields';

const FULL = {
  transactionId: '2026-03-02-0001',
  internalTransactionId: 'c0ffee',
  entryReference: 'ER-77',
  endToEndId: 'E2E-1',
  mandateId: 'M-1',
  checkId: 'CH-1',
  creditorId: 'DE98ZZZ09999999999',
  bookingDate: '2026-03-02',
  bookingDateTime: '2026-03-02T10:00:00Z',
  valueDate: '2026-03-03',
  valueDateTime: '2026-03-03T00:00:00Z',
  transactionAmount: { amount: '-12.4', currency: 'EUR' },
  currencyExchange: [
    {
      sourceCurrency: 'SEK',
      exchangeRate: '0.088',
      unitCurrency: 'SEK',
      targetCurrency: 'EUR',
      quotationDate: '2026-03-01',
      contractIdentification: 'C-9',
    },
  ],
  creditorName: 'KAHVILA OY',
  creditorAccount: {
    iban: 'FI2112345600000785',
    bban: '12345600000785',
    pan: '4000000000000002',
    maskedPan: '400000XXXXXX0002',
    msisdn: '+358400000000',
    currency: 'EUR',
  },
  creditorAgent: 'EXMPFIHH',
  ultimateCreditor: 'Kahvila Group',
  debtorName: 'Maija',
  debtorAccount: { iban: 'FI4950009420028730' },
  debtorAgent: 'OTHRFIHH',
  ultimateDebtor: 'Family',
  remittanceInformationUnstructured: 'Card 02.03 KAHVILA',
  remittanceInformationUnstructuredArray: ['Card 02.03', 'KAHVILA'],
  remittanceInformationStructured: 'RF18539007547034',
  remittanceInformationStructuredArray: [{ reference: 'RF18539007547034' }],
  additionalInformation: 'More',
  additionalInformationStructured: { standingOrderDetails: { frequency: 'Monthly' } },
  additionalDataStructured: { CardInstrument: { Name: 'Visa' } },
  balanceAfterTransaction: {
    balanceAmount: { amount: '100.1', currency: 'EUR' },
    balanceType: 'interimBooked',
  },
  purposeCode: 'SALA',
  bankTransactionCode: 'PMNT-CCRD-POSD',
  proprietaryBankTransactionCode: 'CARD',
  merchantCategoryCode: '5814',
};

describe('a row of PROVIDER_A', () => {
  it('maps every documented field', () => {
    const read = fromProvider(FULL, true, null);
    expect(read).toMatchObject({ booked: true, strongId: 'c0ffee', weakId: '2026-03-02-0001' });
    expect(JSON.parse(read.rawJson)).toEqual(FULL);
    expect(read.document).toEqual({
      amount: '-12.40',
      currency: 'EUR',
      booked: true,
      booking_date: '2026-03-02',
      booking_datetime: '2026-03-02T10:00:00Z',
      value_date: '2026-03-03',
      value_datetime: '2026-03-03T00:00:00Z',
      creditor: {
        name: 'KAHVILA OY',
        iban: 'FI2112345600000785',
        bban: '12345600000785',
        pan: '4000000000000002',
        masked_pan: '400000XXXXXX0002',
        msisdn: '+358400000000',
        currency: 'EUR',
        agent: 'EXMPFIHH',
        id: 'DE98ZZZ09999999999',
      },
      debtor: { name: 'Maija', iban: 'FI4950009420028730', agent: 'OTHRFIHH' },
      ultimate_creditor: 'Kahvila Group',
      ultimate_debtor: 'Family',
      remittance_information: {
        unstructured: 'Card 02.03 KAHVILA',
        unstructured_array: '["Card 02.03","KAHVILA"]',
        structured: 'RF18539007547034',
        structured_array: '[{"reference":"RF18539007547034"}]',
      },
      additional_information: 'More',
      additional_information_structured: '{"standingOrderDetails":{"frequency":"Monthly"}}',
      additional_data_structured: '{"CardInstrument":{"Name":"Visa"}}',
      balance_after_transaction: '100.10',
      codes: {
        purpose_code: 'SALA',
        bank_transaction_code: 'PMNT-CCRD-POSD',
        proprietary_bank_transaction_code: 'CARD',
        merchant_category_code: '5814',
      },
      currency_exchange: {
        source_currency: 'SEK',
        exchange_rate: '0.088',
        unit_currency: 'SEK',
        target_currency: 'EUR',
        quotation_date: '2026-03-01',
        contract_identification: 'C-9',
      },
      external_identifiers: {
        institution_transaction_id: '2026-03-02-0001',
        integrator_transaction_id: 'c0ffee',
        entry_reference: 'ER-77',
        end_to_end_id: 'E2E-1',
        mandate_id: 'M-1',
        check_id: 'CH-1',
      },
    });
  });

  it('needs only an amount', () => {
    const { document } = fromProvider({ transactionAmount: { amount: '1', currency: 'JPY' } }, true, null);
    expect(JSON.parse(JSON.stringify(document))).toEqual({
      amount: '1',
      currency: 'JPY',
      booked: true,
      booking_date: null,
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
    });
  });

  it('accepts an exchange that is an object', () => {
    const { document } = fromProvider({ ...FULL, currencyExchange: { exchangeRate: 0.5 } }, true, null);
    expect(document.currency_exchange).toEqual({ exchange_rate: '0.5' });
  });

  it('does not use placeholders as data', () => {
    const money = { amount: '5.00', currency: 'XXX' };
    const row = { transactionAmount: money, endToEndId: 'NOTPROVIDED', creditorName: '  ' };
    const { document } = fromProvider(row, true, 'CZK');
    expect(document).toMatchObject({ currency: 'CZK' });
    expect(document.external_identifiers).toBeUndefined();
    expect(document.creditor).toBeUndefined();
  });

  it('that is pending has no strong id', () => {
    expect(fromProvider(FULL, false, null).strongId).toBeNull();
  });

  it.each([
    ['.50', '0.50'],
    ['5.', '5.00'],
    ['1E+2', '100.00'],
    ['\u221212.5', '-12.50'],
    [-12.5, '-12.50'],
    [1e2, '100.00'],
  ])('whose amount is %p has %s', (amount, shown) => {
    const row = { ...FULL, transactionAmount: { amount, currency: 'EUR' } };
    expect(fromProvider(row, true, null).document.amount).toBe(shown);
  });

  it.each([
    ['0001-01-01', null],
    ['0000-00-00', null],
    ['', null],
    ['20260302', '2026-03-02'],
    ['2026/03/02', '2026-03-02'],
    ['2026-03-02T10:00:00Z', '2026-03-02'],
  ])('booked on %p has the day %p', (bookingDate, day) => {
    expect(fromProvider({ ...FULL, bookingDate }, true, null).document.booking_date).toBe(day);
  });

  it('in small letters is in that currency, and not in the account’s', () => {
    const row = { ...FULL, transactionAmount: { amount: '1.00', currency: 'usd' } };
    expect(fromProvider(row, true, 'EUR').document.currency).toBe('USD');
  });

  it.each([
    ['no amount', { bookingDate: '2026-03-02' }],
    ['a decimal comma', { transactionAmount: { amount: '12,50', currency: 'EUR' } }],
    ['thousands', { transactionAmount: { amount: '1,234.56', currency: 'EUR' } }],
    ['a day that does not exist', { ...FULL, bookingDate: '2026-02-30' }],
    ['a day of another calendar', { ...FULL, bookingDate: '9999-12-31' }],
    ['a day the other way round', { ...FULL, bookingDate: '25-11-2026' }],
    ['a time as its day', { ...FULL, bookingDate: 1772500000 }],
    ['a currency that is none', { transactionAmount: { amount: '12.50', currency: 'euros' } }],
    ['no number', { transactionAmount: { amount: 'NaN', currency: 'EUR' } }],
    ['25 digits', { transactionAmount: { amount: '1234567890123456789012345', currency: 'EUR' } }],
    ['a JSON number of 17 digits', { transactionAmount: { amount: 123456789012345.67, currency: 'EUR' } }],
    ['no currency', { transactionAmount: { amount: '12.50' } }],
    ['no object', 'row'],
  ])('with %s is rejected, and the reason does not repeat it', (_, row) => {
    expect(() => fromProvider(row, true, null)).toThrow(RowRefused);
    try {
      fromProvider(row, true, null);
    } catch (error) {
      expect(String(error)).not.toMatch(/12,50|234\.56|NaN|123456|euros|02-30|25-11/);
    }
  });
});
