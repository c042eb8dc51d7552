import { maskedContent } from './masked-content';

it('keeps form, ids, types and times of a message, and masks texts, amounts and numbers of accounts', () => {
  const message = {
    type: 'transaction.upserted',
    occurredAt: '2026-03-02T06:10:00.000Z',
    payload: {
      accountId: 17,
      transactions: [
        {
          id: 1001,
          state: 'BOOKED',
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
      accountId: 17,
      transactions: [
        {
          id: 1001,
          state: 'BOOKED',
          removed: false,
          document: { amount: '•••', creditor: { name: '•••', iban: '•••' }, note: null },
        },
      ],
    },
  });
});

it('shows nothing of what is no JSON', () => {
  expect(maskedContent('Maija Meikäläinen')).toBe('••• (17 characters that are no JSON)');
});
