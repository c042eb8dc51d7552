import { sampleAccount, sampleHolding, SAMPLE_TIME, sampleTransaction } from '../documents/samples';
import { CONNECTION_EVENTS } from '../documents/accounts/finance.documents';
import { RULE_EVENTS } from '../documents/rule.documents';
import { FormatRegistry, TypeRegistry } from '@sinclair/typebox';
import { checked } from '../contract';
import { ShapedTransaction } from '../events/transactions/transaction-shaped.v1';
import { canonicalName, memberNameIn, nameIn, SENT_EVENTS } from './event-types';
import { sampleBody, sampleData } from './payload-samples';
import { payloadSchema } from './payload.schemas';
import { payloadView, PayloadView, visibleData, viewKey } from './payload-view';
import { redactAccount, Redaction, redactTransaction } from '../redaction';
import { BalanceSnapshottedV1 } from '../events/accounts/balance-snapshotted.v1';
import { accountResource, BALANCE, HOLDING, KnownAccount, transactionResource } from '../wire';

const account: KnownAccount = {
  id: 17,
  document: sampleAccount,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
  balance: { available: null, cleared: '12.10' },
};

const shaped = (id: number, rest: Partial<ShapedTransaction> = {}): ShapedTransaction => ({
  id,
  shapedVersion: 1,
  rawVersion: 1,
  removed: false,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
  raw: sampleTransaction,
  shaped: null,
  hash: '',
  outputs: [],
  ...rest,
});

const view = (
  scopes: readonly string[] | null,
  { omitSensitiveIdentifiers = false, redactSensitive = false } = {},
): PayloadView => payloadView({ omitSensitiveIdentifiers, redactSensitive, scopes });

FormatRegistry.Set('date-time', (text) => !Number.isNaN(Date.parse(text)));
TypeRegistry.Set('Unsafe', ({ enum: texts }: { enum?: unknown[] }, text) => texts?.includes(text) ?? false);

describe('payload versions', () => {
  test('v1 has bank accounts, v2 financial accounts', () => {
    expect([nameIn('v1', 'account.created'), memberNameIn('v1', 'financial_account')]).toEqual([
      'bank_account.created',
      'bank_account',
    ]);
    expect([nameIn('v2', 'account.created'), memberNameIn('v2', 'financial_account')]).toEqual([
      'account.created',
      'financial_account',
    ]);
    expect(nameIn('v1', 'transactions.created')).toBe('transactions.created');
    expect(canonicalName('bank_account.deleted')).toBe('account.deleted');
  });

  const sent = SENT_EVENTS.map(({ event, version }) => [event, version] as const);

  test('each has every event once, under its own names', () => {
    const canonical = (version: 'v1' | 'v2') =>
      sent.filter(([, of]) => of === version).map(([event]) => canonicalName(event));
    expect(canonical('v1').sort()).toEqual(canonical('v2').sort());
    expect(canonical('v2')).toHaveLength(7 + CONNECTION_EVENTS.length + RULE_EVENTS.length);
  });

  test.each(sent)('%s in %s: the sample fits the schema at every redaction', (event, version) => {
    const views = [
      view(null),
      view(null, { omitSensitiveIdentifiers: true }),
      view(null, { redactSensitive: true }),
      view([]),
    ];
    for (const one of views) {
      const body = sampleBody(event, version, one);
      expect(() => checked(payloadSchema(event, version), body, event)).not.toThrow();
    }
  });
});

describe('resources', () => {
  test('a transaction has text ids and flags, its document, and no hash', () => {
    expect(transactionResource(17, shaped(1001))).toEqual({
      id: '1001',
      financial_account_id: '17',
      ...sampleTransaction,
      booked: 'true',
      created_at: SAMPLE_TIME,
      updated_at: SAMPLE_TIME,
    });
  });

  test('the shaped document is sent', () => {
    const transaction = shaped(1, { shaped: { ...sampleTransaction, amount: '-1.00' } });
    expect(transactionResource(17, transaction)).toMatchObject({ amount: '-1.00' });
  });

  test('a transaction names the fields that the user set', () => {
    const raw = { ...sampleTransaction, edited_fields: ['amount', 'mapped_fields.payee'] };
    const resource = transactionResource(17, shaped(1, { raw }));
    expect(resource).toMatchObject({ edited_fields: ['amount', 'mapped_fields.payee'] });
  });

  test('a removed transaction is its id', () => {
    expect(transactionResource(17, shaped(5, { removed: true }))).toEqual({
      id: '5',
      removed: true,
    });
  });

  test('an unknown text is empty, as over REST', () => {
    const document = { ...sampleAccount, custom_name: null, details: null, balances_last_synced_at: null };
    expect(accountResource({ ...account, document })).toMatchObject({
      custom_name: '',
      details: '',
      balances_last_synced_at: '',
      raw_type: null,
    });
    const [balance] = BalanceSnapshottedV1.sample.balances;
    const unsaid = { category: null, reference_date: null, credit_limit_included: null } as const;
    const written = balance && { ...balance, document: { ...balance.document, ...unsaid } };
    expect(written && BALANCE.write(written, { financial_account_id: '17' })).toMatchObject({
      category: '',
      reference_date: '',
      credit_limit_included: '',
    });
  });

  test('an account has text ids and flags, and 0 for an unknown balance', () => {
    expect(accountResource(account)).toMatchObject({
      id: '17',
      financial_connection_id: '3',
      enabled: 'true',
      iban: sampleAccount.iban,
      balance: { available: 0, cleared: '12.10' },
      created_at: SAMPLE_TIME,
    });
    expect(accountResource({ ...account, document: null })).toEqual({ id: '17' });
  });
});

describe('redaction', () => {
  const party = { iban: 'FI1', bban: 'B1', pan: '4111', masked_pan: '41**', msisdn: '+358' };
  const document = {
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

  test('account_numbers drops IBAN and BBAN of both parties, and no other field', () => {
    expect(redactTransaction(document, 'account_numbers')).toMatchObject({
      debtor: { name: 'Holder', pan: '4111' },
      creditor: { name: 'Shop', msisdn: '+358' },
      external_identifiers: { entry_reference: 'E1' },
    });
    expect(text('account_numbers')).not.toMatch(/FI1|B1/);
  });

  test('sensitive also drops card and phone numbers, references and the holder, but not the other party', () => {
    expect(redactTransaction(document, 'sensitive')).toMatchObject({ creditor: { name: 'Shop' } });
    expect(text('sensitive')).not.toMatch(/FI1|B1|41|\+358|E1|Holder/);
    const inflow = redactTransaction({ ...document, amount: '5.00' }, 'sensitive');
    expect(inflow).toMatchObject({ debtor: { name: 'Holder' } });
    expect(inflow).not.toHaveProperty('creditor');
  });

  test('accounts lose their numbers, and for sensitive their holder and references', () => {
    const numberless = redactAccount({ ...sampleAccount, scan: '200000' }, 'account_numbers');
    expect(numberless).not.toHaveProperty('iban');
    expect(numberless).not.toHaveProperty('scan');
    expect(numberless).toHaveProperty('owner_name');
    const sensitive = JSON.stringify(redactAccount(sampleAccount, 'sensitive'));
    expect(sensitive).not.toMatch(/FI21|Maija|7e944232/);
  });
});

describe('the access of a token', () => {
  const data = {
    financial_account: accountResource(account),
    transactions: [transactionResource(17, shaped(1)), transactionResource(17, shaped(2, { removed: true }))],
    holdings: [
      HOLDING.write(
        { id: 7, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleHolding },
        { financial_account_id: '17' },
      ),
    ],
  };

  test('limits what its endpoint receives; other resources have only their id', () => {
    expect(visibleData(data, view(['accounts:read', 'sensitive:read']), 'v2')).toEqual({
      financial_account: data.financial_account,
      transactions: [{ id: '1' }, { id: '2', removed: true }],
      holdings: data.holdings,
    });
    expect(visibleData(data, view(['transactions:read', 'sensitive:read']), 'v1')).toEqual({
      bank_account: { id: '17' },
      transactions: data.transactions,
      holdings: [{ id: '7' }],
    });
    expect(visibleData(sampleData('connection.expired'), view(['accounts:read']), 'v2')).toEqual({
      financial_connection: { id: '3' },
    });
    expect(visibleData(sampleData('rule.disabled'), view(['transactions:read']), 'v2')).toEqual({
      rule: { id: '5' },
    });
  });

  test('shows everything to an unrestricted caller', () => {
    expect(visibleData(data, view(null), 'v2')).toEqual(data);
    expect(viewKey(view(null))).not.toBe(viewKey(view([])));
  });
});
