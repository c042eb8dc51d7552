import {
  accountResource,
  AccountUpsertedV1,
  EventPayload,
  EXTERNAL_IDENTIFIERS,
  FileImport,
  HOLDER_MEMBERS,
  holderOf,
  RuleApplicationUpsertedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  sampleTransaction,
  SENSITIVE_ACCOUNT_MEMBERS,
  SENSITIVE_FILE_ACCOUNT_MEMBERS,
  SENSITIVE_PARTY_MEMBERS,
  ShapedTransaction,
  TransactionDocument,
  transactionResource,
  TransactionShapedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../gateway-under-test';
import { filledEvents, SAMPLE_IDS as ID } from './filled-events';
import { TIME } from './world.documents';

const VERSION = 1000;

/** A text that is in one sensitive field of one resource, and nowhere else. */
export const markOf = (resource: string, path: string): string => `~${resource}:${path}~`;
export const MARKS = /~[\w.-]+:[\w.-]+~/g;

/** A transaction with a mark wherever it says who holds the account. */
export function markedTransaction(resource: string, own: Partial<TransactionDocument>): TransactionDocument {
  const mark = (path: string) => markOf(resource, path);
  const party = (name: string) =>
    Object.fromEntries(
      Object.keys(SENSITIVE_PARTY_MEMBERS).map((member) => [member, mark(`${name}.${member}`)]),
    );
  const identifiers = Object.fromEntries(
    EXTERNAL_IDENTIFIERS.map((member) => [member, mark(`external_identifiers.${member}`)]),
  );
  const holder = holderOf({ ...sampleTransaction, ...own });
  const held = holder === 'debtor' ? (['name'] as const) : HOLDER_MEMBERS;
  const names = Object.fromEntries(held.map((member) => [member, mark(`${holder}.${member}`)]));
  const other = { name: 'Other party' };
  return {
    ...sampleTransaction,
    debtor: { ...party('debtor'), ...(holder === 'debtor' ? names : other) },
    creditor: { ...party('creditor'), ...(holder === 'creditor' ? names : other) },
    [`ultimate_${holder}`]: mark(`ultimate_${holder}`),
    external_identifiers: identifiers,
    ...own,
  };
}

const shaped = (
  id: number,
  raw: TransactionDocument,
  after: TransactionDocument | null = null,
): ShapedTransaction => ({
  id,
  shapedVersion: 1,
  rawVersion: 1,
  removed: false,
  createdAt: TIME,
  updatedAt: TIME,
  raw,
  shaped: after,
  hash: String(id),
  outputs: [],
});

/** Both directions, and both with an amount that a user or a rule changed to the other sign. */
export const TRANSACTIONS: readonly ShapedTransaction[] = [
  shaped(2001, markedTransaction('outflow', { amount: '-12.40' })),
  shaped(2002, markedTransaction('inflow', { amount: '12.40' })),
  shaped(2003, markedTransaction('edited', { amount: '42.00', holder: 'debtor' })),
  shaped(
    2004,
    markedTransaction('ruled', { amount: '-12.40' }),
    markedTransaction('ruled', { amount: '0.00', holder: 'debtor' }),
  ),
];

export const ACCOUNT: EventPayload<typeof AccountUpsertedV1>['document'] = {
  ...AccountUpsertedV1.sample.document,
  ...Object.fromEntries(
    Object.keys(SENSITIVE_ACCOUNT_MEMBERS).map((member) => [member, markOf('account', member)]),
  ),
};

/** A rule of an author who may see identifiers, and names some. */
export function markedRule(userId: number): EventPayload<typeof RuleUpsertedV1> {
  const { document, ...sample } = RuleUpsertedV1.sample;
  const at = { created_at: TIME, updated_at: TIME };
  const condition = (id: number, field_name: string) => ({
    id,
    transaction_type: 'ANY' as const,
    field_name,
    operator: 'equals' as const,
    value: markOf('rule', field_name),
    ...at,
  });
  const template = `{% if creditor.iban == "${markOf('rule', 'template')}" %}Me{% endif %}`;
  return {
    ...sample,
    id: ID.ruleId,
    version: VERSION,
    userId,
    document: {
      ...document,
      author_sees_identifiers: true,
      conditions: [condition(61, 'debtor.iban'), condition(62, 'debtor.name')],
      actions: [
        {
          id: 71,
          order: 1,
          action_type: 'SET_FIELD',
          field_name: 'mapped_fields.payee',
          value: template,
          ...at,
        },
        {
          id: 72,
          order: 2,
          action_type: 'SET_FIELD',
          field_name: 'debtor.name',
          value: markOf('rule', 'action'),
          ...at,
        },
      ],
      transfer_links: [{ id: ID.transferLinkId, position: 1 }],
      financial_accounts: [{ id: ID.accountId, position: 1 }],
    },
  };
}

export const LOG = {
  ...(RuleLoggedV1.sample.logs[0] as EventPayload<typeof RuleLoggedV1>['logs'][number]),
  id: 2900,
  transactionId: 2001,
  fieldName: 'debtor.name',
  previousValue: markOf('log', 'previous'),
  newValue: markOf('log', 'new'),
};

export const CHANGE = {
  transaction_id: 2001,
  financial_account_id: ID.accountId,
  transfer_link_id: null,
  rule_id: ID.ruleId,
  field_name: 'debtor.name',
  previous_value: markOf('change', 'previous'),
  new_value: markOf('change', 'new'),
};

/** Publishes one resource of each kind, with a mark in every sensitive field. */
export async function publishMarked(gateway: GatewayUnderTest, userId: number): Promise<void> {
  for (const { contract, key, payload } of filledEvents({ userId, mark: 'plain', offset: 0 })) {
    await gateway.publish(contract, key, payload);
  }
  const account = { ...AccountUpsertedV1.sample, version: VERSION, userId, document: ACCOUNT };
  await gateway.publish(AccountUpsertedV1, ID.accountId, account);
  await gateway.publish(RuleUpsertedV1, ID.ruleId, markedRule(userId));
  await gateway.publish(TransactionShapedV1, ID.accountId, {
    financialAccountId: ID.accountId,
    userId,
    cause: 'INGESTED',
    transactions: [...TRANSACTIONS],
  });
  await gateway.publish(RuleLoggedV1, ID.accountId, {
    financialAccountId: ID.accountId,
    userId,
    logs: [LOG],
  });
  const application = RuleApplicationUpsertedV1.sample;
  await gateway.publish(RuleApplicationUpsertedV1, application.id, {
    ...application,
    version: VERSION,
    userId,
    document: { ...application.document, changes: [CHANGE] },
  });
  const resource = accountResource({ ...account, balance: null });
  await gateway.publish(WebhookEventRecordedV1, userId, {
    userId,
    events: [
      {
        id: 3001,
        type: 'transactions.updated',
        financialAccountId: ID.accountId,
        connectionId: null,
        createdAt: TIME,
        data: {
          financial_account: resource,
          transactions: TRANSACTIONS.map((one) => transactionResource(ID.accountId, one)),
        },
      },
    ],
  });
}

function markedFileAccount(): Record<keyof typeof SENSITIVE_FILE_ACCOUNT_MEMBERS, string> {
  const mark = (member: string) => markOf('import', member);
  const [iban, number, name] = [mark('iban'), mark('number'), mark('name')];
  return { iban, number, name, suggested_name: mark('suggested_name') };
}

/** The bank's own values of the transaction that the user edited. */
export const MARKED_REPORTED = markedTransaction('reported', { amount: '-12.40' });

/** A row that could not be read, with a mark. */
export const MARKED_UNREAD_ROW = {
  id: 2951,
  date: '2026-03-02',
  reason: 'transactionAmount.amount is missing',
  row: JSON.stringify({ creditorAccount: { iban: markOf('unread', 'row') } }),
  count: 1,
  first_seen_at: TIME,
  last_seen_at: TIME,
};

/** A file whose account and first row have marks. */
export const MARKED_IMPORT: FileImport = {
  id: ID.importId,
  created_at: TIME,
  updated_at: TIME,
  document: {
    status: 'READY',
    file_name: 'bank.csv',
    file_bytes: 3,
    format: 'CSV',
    csv: null,
    qif: null,
    certainty: 'BY_NAMES',
    questions: [],
    csv_sample: [[markOf('import', 'csv_sample')]],
    accounts: [
      {
        key: '1',
        bank: null,
        currency: 'EUR',
        entries: 1,
        first_day: '2026-03-02',
        last_day: '2026-03-02',
        financial_account_id: ID.accountId,
        matched_by: 'IBAN',
        new_account: null,
        proposed_account_id: null,
        suggested_currency: 'EUR',
        balances: null,
        ...markedFileAccount(),
      },
    ],
    entries_new: 1,
    entries_known: 0,
    entries_doubtful: 0,
    entries_left_out: 0,
    entries_unreadable: 0,
    entries_done: 0,
    entries_total: 1,
    transactions_added: 0,
    transactions_removed: 0,
    transactions_kept: 0,
    error: null,
    expires_at: null,
    applied_at: null,
  },
};
