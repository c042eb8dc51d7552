import { maskedContent } from './masked-content';

it('keeps form, ids, types and times of a message, and masks everything else', () => {
  const message = {
    type: 'transaction.upserted',
    occurredAt: '2026-03-02T06:10:00.000Z',
    payload: {
      financialAccountId: 17,
      transactions: [
        {
          id: 1001,
          removed: false,
          document: {
            amount: '-12.50',
            creditor: { name: 'Coffee', iban: 'FI2112345600000785' },
            note: null,
          },
        },
      ],
    },
  };
  expect(JSON.parse(maskedContent(JSON.stringify(message)))).toEqual({
    ...message,
    payload: {
      financialAccountId: 17,
      transactions: [
        {
          id: 1001,
          removed: false,
          document: { amount: '•••', creditor: { name: '•••', iban: '•••' }, note: null },
        },
      ],
    },
  });
});

it('shows no value because it looks like one of ours', () => {
  const foreign = {
    name: 'SPOTIFY',
    creditor: { name: 'HORAK', iban: 'DE89370400440532013000', id: 4111111111111111 },
    debtor: { name: 'DE89370400440532013000', id: '4111111111111111' },
    remittance_information: { structured: 'RF18539007547034', unstructured: '2026-03-02' },
    external_identifiers: { end_to_end_id: '00000000-0000-4000-8000-000000000000' },
    market_value: 99000,
    cash_balance: { amount: '150000', currency: 'EUR' },
    status: 'HORAK',
    id: '4111111111111111',
    attempts: 4111111111111111,
    createdAt: 'yesterday, at Horak',
    'HORAK 4711': { Jana: true },
  };
  const shown = maskedContent(JSON.stringify({ payload: { document: foreign } }));
  const values = JSON.stringify(foreign).match(/[A-Z]{2,}[0-9A-Z]*|\d{4,}|Jana|true|yesterday/g) ?? [];
  expect(values.filter((value) => shown.includes(value))).toEqual([]);
  expect(shown).toContain('"market_value": "•••"');
});

it('shows nothing of what is no JSON', () => {
  expect(maskedContent('Maija Meikäläinen')).toBe('••• (17 characters that are no JSON)');
});
