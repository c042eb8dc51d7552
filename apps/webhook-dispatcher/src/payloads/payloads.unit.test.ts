import { sampleAccount, SAMPLE_TIME, sampleTransaction, TransactionDocument } from '@tributary/contracts';
import { shaped } from '../testing/samples';
import { cut } from './cut';
import { accountKeyIn, canonicalName, nameIn } from './event-names';
import { messageBody, messageIdOf, MessageOrigin } from './message-body';
import { redactAccount, Redaction, redactTransaction } from './redaction';
import { accountResource, KnownAccount, transactionResource } from './resources';

const account: KnownAccount = {
  id: 17,
  document: sampleAccount,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
  balance: { available: null, cleared: '12.10' },
};

describe('payload versions', () => {
  test('v1 speaks of bank accounts, v2 of financial accounts', () => {
    expect([nameIn('v1', 'account.created'), accountKeyIn('v1')]).toEqual([
      'bank_account.created',
      'bank_account',
    ]);
    expect([nameIn('v2', 'account.created'), accountKeyIn('v2')]).toEqual([
      'account.created',
      'financial_account',
    ]);
    expect(nameIn('v1', 'transactions.created')).toBe('transactions.created');
    expect(canonicalName('bank_account.deleted')).toBe('account.deleted');
  });

  test('the body is an envelope around data', () => {
    const body = messageBody(
      { id: 'msg_1', type: 'account.updated', payloadVersion: 'v1', createdAt: SAMPLE_TIME },
      '{"bank_account":{"id":"17"}}',
    );
    expect(JSON.parse(body)).toEqual({
      id: 'msg_1',
      type: 'bank_account.updated',
      payload_version: 'v1',
      created_at: SAMPLE_TIME,
      data: { bank_account: { id: '17' } },
    });
  });
});

describe('message ids', () => {
  const origin: MessageOrigin = { endpointId: 1, eventId: 'e', item: -1, type: 'account.created', part: 0 };

  test('are the same for the same origin and differ with each part of it', () => {
    const others: MessageOrigin[] = [
      { ...origin, endpointId: 2 },
      { ...origin, eventId: 'f' },
      { ...origin, item: 0 },
      { ...origin, type: 'account.updated' },
      { ...origin, part: 1 },
    ];
    const ids = [origin, ...others].map(messageIdOf);
    expect(new Set(ids).size).toBe(6);
    expect(messageIdOf({ ...origin })).toBe(ids[0]);
    expect(ids[0]).toMatch(/^msg_[\w-]{27}$/);
  });
});

describe('resources', () => {
  test('a transaction has text ids and flags, its document, and no hash', () => {
    expect(transactionResource(17, shaped(1001, 1), 'none')).toEqual({
      id: '1001',
      financial_account_id: '17',
      ...sampleTransaction,
      booked: 'true',
      created_at: SAMPLE_TIME,
      updated_at: SAMPLE_TIME,
    });
  });

  test('the shaped document is what goes out', () => {
    const transaction = { ...shaped(1, 1), shaped: { ...sampleTransaction, amount: '-1.00' } };
    expect(transactionResource(17, transaction, 'none')).toMatchObject({ amount: '-1.00' });
  });

  test('a removed transaction is its id', () => {
    expect(transactionResource(17, shaped(5, 2, { removed: true }), 'none')).toEqual({
      id: '5',
      removed: true,
    });
  });

  test('an account has text ids and flags, and 0 for a balance that is not known', () => {
    expect(accountResource(account, 'none')).toMatchObject({
      id: '17',
      financial_connection_id: '3',
      enabled: 'true',
      iban: sampleAccount.iban,
      balance: { available: 0, cleared: '12.10' },
      created_at: SAMPLE_TIME,
    });
    expect(accountResource({ ...account, document: null }, 'none')).toEqual({ id: '17' });
  });
});

describe('redaction', () => {
  const party = { iban: 'FI1', bban: 'B1', pan: '4111', masked_pan: '41**', msisdn: '+358' };
  const document: TransactionDocument = {
    ...sampleTransaction,
    amount: '-5.00',
    debtor: { ...party, name: 'Holder' },
    creditor: { ...party, name: 'Shop' },
    ultimate_debtor: 'For the shop',
    ultimate_creditor: 'For the holder',
    external_identifiers: { entry_reference: 'E1' },
  };
  const text = (redaction: Redaction): string => JSON.stringify(redactTransaction(document, redaction));

  test('none shows everything', () => expect(redactTransaction(document, 'none')).toBe(document));

  test('identifiers drops IBAN and BBAN of both sides and nothing else', () => {
    expect(redactTransaction(document, 'identifiers')).toMatchObject({
      debtor: { name: 'Holder', pan: '4111' },
      creditor: { name: 'Shop', msisdn: '+358' },
      external_identifiers: { entry_reference: 'E1' },
    });
    expect(text('identifiers')).not.toMatch(/FI1|B1/);
  });

  test('sensitive also drops card and phone numbers, references and the holder, not the other side', () => {
    expect(redactTransaction(document, 'sensitive')).toMatchObject({ creditor: { name: 'Shop' } });
    expect(text('sensitive')).not.toMatch(/FI1|B1|41|\+358|E1|Holder/);
    const inflow = redactTransaction({ ...document, amount: '5.00' }, 'sensitive');
    expect([inflow.debtor?.name, inflow.creditor]).toEqual(['Holder', undefined]);
  });

  test('accounts lose their numbers, and for sensitive their holder and references', () => {
    const identifiers = redactAccount({ ...sampleAccount, scan: '200000' }, 'identifiers');
    expect(identifiers).not.toHaveProperty('iban');
    expect(identifiers).not.toHaveProperty('scan');
    expect(identifiers).toHaveProperty('owner_name');
    const sensitive = JSON.stringify(redactAccount(sampleAccount, 'sensitive'));
    expect(sensitive).not.toMatch(/FI21|Maija|7e944232/);
  });
});

describe('cut', () => {
  test('by number', () => expect(cut(['a', 'b', 'c'], 2).map((part) => part.length)).toEqual([2, 1]));

  test('by size, keeping order, with a large one alone', () => {
    const large = 'x'.repeat(100);
    expect(cut(['aaaa', 'bbbb', 'cccc', large, 'dddd'], 100, 10)).toEqual([
      ['aaaa', 'bbbb'],
      ['cccc'],
      [large],
      ['dddd'],
    ]);
  });

  test('nothing is nothing', () => expect(cut([])).toEqual([]));
});
