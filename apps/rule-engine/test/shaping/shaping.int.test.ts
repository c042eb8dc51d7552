import {
  AccountDeletedV1,
  AccountUpsertedV1,
  AttachRule,
  CreateRule,
  EventPayload,
  LinkHistoryShapedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  SAMPLE_TIME,
  sampleAccount,
  sampleTransaction,
  ShapedTransaction,
  TransactionDocument,
  TransactionRemovedV1,
  TransactionShapedV1,
  TransactionUpsertedV1,
  TransferLinkDocument,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { eventually } from '@tributary/testing';
import { context } from '@opentelemetry/api';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';
import { enqueueReshapes } from '../../src/shaping/reshapes/enqueue-reshapes';

type Upserted = EventPayload<typeof TransactionUpsertedV1>;

let engine: RuleEngineFixture;
let accountId = 100;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  accountId += 1;
  await engine.forgetEvents();
});

/** Transaction ids are unique per test: they are derived from its account. */
const transactionId = (n: number): number => accountId * 1000 + n;

function upserted(version: number, numbers: number[], document: Partial<TransactionDocument> = {}): Upserted {
  return {
    financialAccountId: accountId,
    userId: 1,
    transactions: numbers.map((n) => ({
      id: transactionId(n),
      version,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: { ...sampleTransaction, ...document },
    })),
  };
}

function removed(version: number, numbers: number[]): EventPayload<typeof TransactionRemovedV1> {
  const transactions = numbers.map((n) => ({ id: transactionId(n), version }));
  return { financialAccountId: accountId, userId: 1, transactions };
}

function link(
  version: number,
  members: { historyVersion?: number; deleted?: boolean; document?: Partial<TransferLinkDocument> } = {},
): EventPayload<typeof TransferLinkUpsertedV1> {
  return {
    id: accountId + 5000,
    version,
    historyVersion: members.historyVersion ?? 1,
    userId: 1,
    deleted: members.deleted ?? false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: {
      ...TransferLinkUpsertedV1.sample.document,
      financial_account_id: accountId,
      ...members.document,
    },
  };
}

async function knownAccount(): Promise<void> {
  await engine.feed(AccountUpsertedV1, {
    id: accountId,
    version: 1,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: sampleAccount,
  });
}

async function shapedTransactions(): Promise<ShapedTransaction[]> {
  const messages = await engine.publishedOf(TransactionShapedV1);
  return messages.flatMap(({ transactions }) => transactions);
}

/** Returns the account's rows as text, for a comparison of all bytes. */
async function finalState(): Promise<string> {
  const rows = await engine.database.query<{ state: string }>(
    `select row_to_json(shaped_transactions)::text as state from shaped_transactions
      where account_id = $1 order by transaction_id`,
    [accountId],
  );
  return rows.map(({ state }) => state).join('\n');
}

const payeeRule = { action_type: 'SET_FIELD' as const, field_name: 'mapped_fields.payee' };

describe('a transaction under review', () => {
  it('is carried by no link, also where its history is asked for, until it is decided that there are two', async () => {
    await knownAccount();
    await engine.feed(TransactionUpsertedV1, upserted(1, [1], { under_review: true }));
    await engine.feed(TransferLinkUpsertedV1, link(1));
    await eventually(async () => expect(await shapedTransactions()).toHaveLength(2));
    await engine.feed(TransactionUpsertedV1, upserted(2, [1]));
    const transactions = await shapedTransactions();
    expect(transactions.map(({ outputs }) => outputs.map(({ skip }) => skip))).toEqual([[], [true], [false]]);
    expect(transactions.at(-1)?.raw).not.toHaveProperty('under_review');
  });
});

describe('shaping new transactions', () => {
  it('shapes by the rules of the account, and publishes the change and its log', async () => {
    await knownAccount();
    const ruleId = await engine.attachedRule([accountId], {
      ...payeeRule,
      value: '{{ creditor.name | upcase }}',
    });
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    const [message] = await engine.publishedOf(TransactionShapedV1);
    expect(message).toMatchObject({ financialAccountId: accountId, userId: 1, cause: 'INGESTED' });
    expect(message?.transactions).toMatchObject([
      {
        id: transactionId(1),
        shapedVersion: 1,
        raw: sampleTransaction,
        shaped: { mapped_fields: { payee: 'KAHVILA OY' } },
      },
    ]);
    const [logged] = await engine.publishedOf(RuleLoggedV1);
    expect(logged?.logs).toMatchObject([
      {
        kind: 'APPLIED',
        ruleId,
        fieldName: 'mapped_fields.payee',
        previousValue: 'Kahvila Oy',
        newValue: 'KAHVILA OY',
      },
    ]);
  });

  it('a raw version is shaped once: a repeated delivery publishes nothing', async () => {
    await engine.feed(TransactionUpsertedV1, upserted(1, [1, 2]), upserted(1, [1, 2]));
    await engine.feed(TransactionUpsertedV1, upserted(1, [1, 2]));
    expect((await shapedTransactions()).map(({ id }) => id)).toEqual([transactionId(1), transactionId(2)]);
  });

  it('the same effect is logged once, however often its transaction changes', async () => {
    await knownAccount();
    await engine.attachedRule([accountId], { ...payeeRule, value: 'Fixed' });
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    await engine.feed(TransactionUpsertedV1, upserted(2, [1], { amount: '-13.00' }));
    expect((await engine.publishedOf(RuleLoggedV1)).flatMap(({ logs }) => logs)).toHaveLength(1);
    expect(await shapedTransactions()).toHaveLength(2);
  });

  it('deliveries that are repeated and out of order give the state of deliveries in order, to the byte', async () => {
    await knownAccount();
    await engine.attachedRule([accountId], { ...payeeRule, value: '{{ amount }}' });
    const versions = [1, 2, 3].map((version) => upserted(version, [1, 2], { amount: `-${version}.00` }));
    for (const one of versions) await engine.feed(TransactionUpsertedV1, one);
    await engine.feed(TransactionRemovedV1, removed(4, [2]));
    const inOrder = await finalState();
    await engine.database.execute('delete from shaped_transactions where account_id = $1', [accountId]);
    for (const at of [1, 0, 2, 2, 0, 1])
      await engine.feed(TransactionUpsertedV1, versions[at] ?? upserted(1, [1]));
    await engine.feed(TransactionRemovedV1, removed(4, [2]), removed(4, [2]));
    await engine.feed(TransactionUpsertedV1, upserted(3, [1, 2]));
    expect(await finalState()).toBe(inOrder);
  });

  it('only a failing transaction becomes a dead letter; the others are shaped', async () => {
    const batch = upserted(1, [1, 2, 3]);
    const poison = batch.transactions[1];
    // Each document alone fits into a message; raw and shaped together do not.
    if (poison) poison.document = { ...sampleTransaction, additional_information: 'x'.repeat(300_000) };
    await knownAccount();
    await engine.attachedRule([accountId], { ...payeeRule, value: 'Fixed' });
    await engine.feed(TransactionUpsertedV1, batch);
    expect((await shapedTransactions()).map(({ id }) => id)).toEqual([transactionId(1), transactionId(3)]);
    const letters = await engine.database.query<{ item: number; error: string }>(
      `select item, error from dead_letters where key = $1`,
      [String(accountId)],
    );
    expect(letters).toEqual([{ item: 1, error: expect.stringContaining('EventTooLargeError') as string }]);
  });

  it('a rule that fails on one transaction leaves it unshaped, with a log, and stops no other', async () => {
    await knownAccount();
    await engine.attachedRule([accountId], {
      action_type: 'SET_FIELD',
      field_name: 'amount',
      value: '{{ additional_information }}',
    });
    await engine.attachedRule([accountId], { ...payeeRule, value: 'Fixed' });
    await engine.feed(
      TransactionUpsertedV1,
      upserted(1, [1]),
      upserted(1, [2], { additional_information: '5' }),
    );
    const [first, second] = await shapedTransactions();
    expect(first?.shaped).toMatchObject({ amount: '-12.40', mapped_fields: { payee: 'Fixed' } });
    expect(second?.shaped).toMatchObject({ amount: '5.00', mapped_fields: { payee: 'Fixed' } });
    const logs = (await engine.publishedOf(RuleLoggedV1)).flatMap((message) => message.logs);
    expect(logs.filter(({ kind }) => kind === 'FAILED')).toMatchObject([
      { transactionId: transactionId(1), error: 'amount cannot be empty' },
    ]);
  });

  it('large accounts are published in messages of at most 200 transactions', async () => {
    await engine.feed(
      TransactionUpsertedV1,
      upserted(
        1,
        Array.from({ length: 450 }, (_, n) => n + 1),
      ),
    );
    const sizes = (await engine.publishedOf(TransactionShapedV1)).map(
      ({ transactions }) => transactions.length,
    );
    expect(sizes).toEqual([200, 200, 50]);
  });
});

describe('outputs of transfer links', () => {
  it('each active link has an output; links for balances, inactive and deleted ones have none', async () => {
    await engine.feed(TransferLinkUpsertedV1, link(1));
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    await engine.feed(TransferLinkUpsertedV1, link(2, { document: { sync_mode: 'BALANCE' } }));
    await engine.feed(TransactionUpsertedV1, upserted(2, [1]));
    await engine.feed(TransferLinkUpsertedV1, link(3, { document: { active: false } }));
    await engine.feed(TransactionUpsertedV1, upserted(3, [1]));
    await engine.feed(TransferLinkUpsertedV1, link(4, { deleted: true }));
    await engine.feed(TransactionUpsertedV1, upserted(4, [1]));
    const outputs = (await shapedTransactions()).map((one) => one.outputs.length);
    expect(outputs).toEqual([1, 0, 0, 0]);
  });

  it('a link that is created after the history gets its outputs, and no other link changes', async () => {
    await engine.feed(
      TransactionUpsertedV1,
      upserted(
        1,
        Array.from({ length: 250 }, (_, n) => n + 1),
      ),
    );
    await engine.forgetEvents();
    await knownAccount();
    await engine.attachedRule([accountId], { ...payeeRule, value: 'Only for what comes in from now on' });
    await engine.feed(TransferLinkUpsertedV1, link(1));
    const messages = await engine.publishedOf(TransactionShapedV1);
    expect(messages.map(({ cause, transactions }) => [cause, transactions.length])).toEqual([
      ['LINK_ADDED', 200],
      ['LINK_ADDED', 50],
    ]);
    for (const { shapedVersion, rawVersion, shaped, outputs, updatedAt } of await shapedTransactions()) {
      expect([shapedVersion, rawVersion, shaped, outputs.length, updatedAt]).toEqual([
        2,
        1,
        null,
        1,
        SAMPLE_TIME,
      ]);
    }
    const jobs = await engine.database.query(
      `select payload -> 'transactionsTotal' as total, state from jobs where kind = 'reshapes' and user_id = 1
          and payload ->> 'accountId' = $1::text`,
      [accountId],
    );
    expect(jobs).toEqual([{ total: 250, state: 'DONE' }]);
  });

  it('a link that is reactivated, or points elsewhere, gets the history again; other changes have no effect', async () => {
    await engine.feed(TransferLinkUpsertedV1, link(1));
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    await engine.feed(TransferLinkUpsertedV1, link(2, { document: { transfer_start_date: '2026-01-01' } }));
    await engine.publishedOf(TransactionShapedV1);
    await engine.feed(
      TransferLinkUpsertedV1,
      link(3, { historyVersion: 2, document: { destination_id: 13 } }),
    );
    await engine.publishedOf(TransactionShapedV1);
    await engine.feed(TransferLinkUpsertedV1, link(4, { historyVersion: 2, document: { active: false } }));
    await engine.feed(TransferLinkUpsertedV1, link(5, { historyVersion: 3 }));
    const causes = (await engine.publishedOf(TransactionShapedV1)).map(({ cause }) => cause);
    expect(causes).toEqual(['INGESTED', 'LINK_CHANGED', 'LINK_CHANGED']);
  });

  it('rules of a link see what its author may, for new transactions and for history; without an author, everything', async () => {
    await knownAccount();
    await engine.feed(TransactionUpsertedV1, upserted(1, [1], { creditor: { iban: 'FI21' } }));
    const peek = newRule({ actions: [{ ...payeeRule, value: 'seen: {{ creditor.iban }}' }] });
    const { id: ruleId } = await engine.send(CreateRule, peek);
    await engine.feed(TransferLinkUpsertedV1, { ...link(1), authorScopes: ['accounts:read'] });
    const targets = { kind: 'link' as const, ids: [accountId + 5000] };
    await engine.send(AttachRule, { rule_id: ruleId, targets });
    await engine.feed(TransactionUpsertedV1, upserted(2, [1], { creditor: { iban: 'FI22' } }));
    await engine.publishedOf(TransactionShapedV1);
    await engine.feed(TransferLinkUpsertedV1, {
      ...link(2, { historyVersion: 2 }),
      authorScopes: ['sensitive:read'],
    });
    await engine.publishedOf(TransactionShapedV1);
    await engine.feed(TransferLinkUpsertedV1, link(3, { historyVersion: 3 }));
    const payees = (await shapedTransactions()).map(
      ({ outputs }) => outputs[0]?.document?.mapped_fields.payee,
    );
    expect(payees.slice(-3)).toEqual(['seen:', 'seen: FI22', 'seen: FI22']);
  });

  it('a link for an account without transactions creates no job', async () => {
    await engine.feed(TransferLinkUpsertedV1, link(1));
    expect(
      await engine.database.query(`select 1 from jobs where payload ->> 'accountId' = $1::text`, [accountId]),
    ).toEqual([]);
  });

  it('if link and transactions arrive in any order, also at once, the output exists', async () => {
    const accounts = Array.from({ length: 40 }, () => (accountId += 1));
    await Promise.all(
      accounts.flatMap((id) => {
        accountId = id;
        return [
          engine.feed(TransactionUpsertedV1, upserted(1, [1, 2])),
          engine.feed(TransferLinkUpsertedV1, link(1)),
        ];
      }),
    );
    await engine.publishedOf(TransactionShapedV1);
    const [row] = await engine.database.query<{ total: number; with_output: number }>(
      `select count(*) as total, count(*) filter (where json_array_length(outputs) = 1) as with_output
         from shaped_transactions where account_id = any($1)`,
      [accounts],
    );
    expect(row).toEqual({ total: 80, with_output: 80 });
  });

  it('a link gets the size of its history, and the end of its shaping; immediately if there is none', async () => {
    const publishedTotals = async () =>
      (await engine.publishedOf(LinkHistoryShapedV1)).map((payload) => [
        payload.transactionsTotal,
        payload.complete,
      ]);
    await engine.feed(TransferLinkUpsertedV1, link(1));
    expect(await publishedTotals()).toEqual([[0, true]]);
    await engine.forgetEvents();
    accountId += 1;
    await engine.feed(TransactionUpsertedV1, upserted(1, [1, 2, 3]));
    await engine.feed(TransferLinkUpsertedV1, link(1));
    expect(await publishedTotals()).toEqual([
      [3, false],
      [3, true],
    ]);
  });

  it('an interrupted job continues from its cursor', async () => {
    await engine.feed(TransactionUpsertedV1, upserted(1, [1, 2, 3]));
    await engine.forgetEvents();
    await engine.stopInstance();
    await engine.database.execute(
      `insert into transfer_links values ($1, $2, 1, 1, false, 'BUDGETA', true, 1)`,
      [accountId + 5000, accountId],
    );
    await engine.database.execute(
      `insert into jobs (kind, key, user_id, payload, cursor, fence, lease_until)
       values ('reshapes', $1 || ':' || $2, 1,
               jsonb_build_object('accountId', $1::bigint, 'transferLinkId', $2::bigint, 'cause', 'LINK_ADDED',
                                  'transactionsTotal', 3),
               jsonb_build_object('after', $3::bigint, 'done', 1), 1, now() - interval '1 second')`,
      [accountId, accountId + 5000, transactionId(1)],
    );
    await engine.startInstance();
    expect((await shapedTransactions()).map(({ id }) => id)).toEqual([transactionId(2), transactionId(3)]);
  });

  it('a job without a link shapes the whole history again, by the current rules', async () => {
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    await knownAccount();
    await engine.attachedRule([accountId], { ...payeeRule, value: 'Fixed' });
    const reshape = {
      accountId,
      transferLinkId: null,
      cause: 'RULE_APPLIED' as const,
      trace: context.active(),
    };
    await engine.database.transaction((tx) => enqueueReshapes(tx, [reshape]));
    const [first, second] = await shapedTransactions();
    expect(first).toMatchObject({ shapedVersion: 1, shaped: null });
    expect(second).toMatchObject({ shapedVersion: 2, shaped: { mapped_fields: { payee: 'Fixed' } } });
  });
});

describe('removals', () => {
  it('a removed transaction is published with its document, and an older version does not restore it', async () => {
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    await engine.feed(TransactionRemovedV1, removed(3, [1]));
    await engine.feed(TransactionUpsertedV1, upserted(2, [1]));
    const messages = await engine.publishedOf(TransactionShapedV1);
    expect(messages.map(({ cause }) => cause)).toEqual(['INGESTED', 'REMOVED']);
    expect(messages[1]?.transactions).toMatchObject([
      { removed: true, rawVersion: 3, shapedVersion: 3, raw: sampleTransaction },
    ]);
  });

  it('a removal that arrives first leaves a tombstone; a newer version is stored', async () => {
    await engine.feed(TransactionRemovedV1, removed(2, [1]));
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    expect(await shapedTransactions()).toEqual([]);
    await engine.feed(TransactionUpsertedV1, upserted(3, [1]));
    expect(await shapedTransactions()).toMatchObject([{ rawVersion: 3, removed: false }]);
  });

  it('a deleted account loses its transactions and attachments, and its later events are ignored', async () => {
    await knownAccount();
    const ruleId = await engine.attachedRule([accountId], { ...payeeRule, value: 'Fixed' });
    await engine.feed(TransactionUpsertedV1, upserted(1, [1]));
    await engine.feed(AccountDeletedV1, { id: accountId, version: 2, userId: 1 });
    await engine.feed(TransactionUpsertedV1, upserted(2, [1]));
    await knownAccount();
    expect(await finalState()).toBe('');
    const rules = (await engine.publishedOf(RuleUpsertedV1)).filter(({ id }) => id === ruleId);
    expect(rules.at(-1)).toMatchObject({ version: 3, document: { financial_accounts: [] } });
  });
});

it("the service's role has no rights in another service's schema", async () => {
  const other = await Database.open({
    url: engine.adminUrl,
    schema: 'transfer_engine',
    migrations: [],
  });
  try {
    await other.execute('create table transfer_engine.secrets (id integer)');
    await expect(engine.database.query('select * from transfer_engine.secrets')).rejects.toThrow(
      /permission denied/,
    );
  } finally {
    await other.close();
  }
});
