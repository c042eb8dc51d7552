import {
  AccountDeletedV1,
  AccountUpsertedV1,
  ApplyRule,
  AttachRule,
  CreateRule,
  DeleteRule,
  Problem,
  RuleApplicationUpsertedV1,
  RuleDeletedV1,
  RuleLoggedV1,
  SAMPLE_TIME,
  sampleAccount,
  sampleTransaction,
  TransactionShapedV1,
  TransactionUpsertedV1,
  UpdateRule,
} from '@tributary/contracts';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';
import { insertApplication } from '../../src/applications/rule-applications';

let engine: RuleEngineFixture;
let accountId = 100;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  accountId += 1;
  await engine.forgetEvents();
  await engine.feed(AccountUpsertedV1, {
    id: accountId,
    version: 1,
    userId: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: sampleAccount,
  });
});

const payee = (value: string) => ({
  action_type: 'SET_FIELD' as const,
  field_name: 'mapped_fields.payee',
  value,
});

async function sync(version: number, ids: readonly number[] = [1]): Promise<void> {
  await engine.feed(TransactionUpsertedV1, {
    financialAccountId: accountId,
    userId: 1,
    transactions: ids.map((n) => ({
      id: accountId * 1000 + n,
      version,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: sampleTransaction,
    })),
  });
}

async function payees(): Promise<(string | undefined)[]> {
  const messages = await engine.publishedOf(TransactionShapedV1);
  return messages.flatMap(({ transactions }) =>
    transactions.map(({ shaped, raw }) => (shaped ?? raw).mapped_fields.payee),
  );
}

const detailOf = async (sent: Promise<unknown>) => {
  const outcome: unknown = await sent.catch((error: unknown) => error);
  return outcome instanceof Problem ? outcome.detail : outcome;
};

describe('changing rules', () => {
  it('every instance runs the new version from its next batch on, whichever one changed it', async () => {
    const other = await engine.startInstance();
    const ruleId = await engine.attachedRule([accountId], payee('One'));
    for (const [version, value] of [
      [1, 'One'],
      [2, 'Two'],
      [3, 'Three'],
    ] as const) {
      await engine.send(UpdateRule, { rule_id: ruleId, actions: [payee(value)] });
      await sync(version, [1, 2, 3]);
    }
    expect(await payees()).toEqual(['One', 'One', 'One', 'Two', 'Two', 'Two', 'Three', 'Three', 'Three']);
    await other.stop();
  });

  it('an attached rule cannot become one that does not fit there', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('One'));
    expect(
      await detailOf(engine.send(UpdateRule, { rule_id: ruleId, scope: 'TRANSFER_LINK' })),
    ).toMatchObject({
      kind: 'invalid',
      errors: { scope: [expect.stringContaining('detach it first') as string] },
    });
    const memo = { action_type: 'SET_BUDGETA_FIELD' as const, field_name: 'memo', value: 'x' };
    expect(await detailOf(engine.send(UpdateRule, { rule_id: ruleId, actions: [memo] }))).toMatchObject({
      errors: { actions: [expect.stringContaining('detach it first') as string] },
    });
  });

  it('a deleted rule is published, leaves no gap, and no longer shapes', async () => {
    const first = await engine.attachedRule([accountId], payee('One'));
    const second = await engine.attachedRule([accountId], {
      ...payee('x'),
      field_name: 'additional_information',
    });
    const { deleted, moved } = await engine.send(DeleteRule, { ruleId: first });
    expect(moved).toMatchObject([{ id: second, document: { financial_accounts: [{ position: 1 }] } }]);
    expect(await engine.publishedOf(RuleDeletedV1)).toEqual([deleted]);
    await sync(1);
    expect(await payees()).toEqual(['Kahvila Oy']);
  });
});

describe('applying a rule to history', () => {
  it('changes only transactions that trigger the rule, and no effects of other rules', async () => {
    await sync(1, [1, 2]);
    await engine.attachedRule([accountId], { ...payee('x'), field_name: 'additional_information' });
    const { id: ruleId } = await engine.send(
      CreateRule,
      newRule({
        conditions: [
          {
            transaction_type: 'ANY',
            field_name: 'id',
            operator: 'equals',
            value: String(accountId * 1000 + 1),
          },
        ],
        actions: [payee('Only one')],
      }),
    );
    await engine.send(AttachRule, { rule_id: ruleId, targets: { kind: 'account', ids: [accountId] } });
    await engine.forgetEvents();
    await engine.send(ApplyRule, { ruleId, dryRun: false, financialAccountIds: null });
    const messages = await engine.publishedOf(TransactionShapedV1);
    expect(messages).toMatchObject([{ cause: 'RULE_APPLIED', transactions: [{ id: accountId * 1000 + 1 }] }]);
    const applications = await engine.publishedOf(RuleApplicationUpsertedV1);
    expect(applications.at(-1)?.document).toMatchObject({
      status: 'DONE',
      transactions_done: 2,
      transactions_matched: 1,
      transactions_changed: 1,
    });
  });

  it('does not change fields that the user set, and counts those transactions', async () => {
    await sync(1, [1, 2, 3]);
    const mine = { ...sampleTransaction, edited_fields: ['mapped_fields.payee'] };
    await engine.feed(TransactionUpsertedV1, {
      financialAccountId: accountId,
      userId: 1,
      transactions: [
        {
          id: accountId * 1000 + 2,
          version: 2,
          createdAt: SAMPLE_TIME,
          updatedAt: SAMPLE_TIME,
          document: { ...mine, mapped_fields: { ...mine.mapped_fields, payee: 'Mine' } },
        },
      ],
    });
    const ruleId = await engine.attachedRule([accountId], payee('Theirs'));
    await engine.forgetEvents();
    await engine.send(ApplyRule, { ruleId, dryRun: false, financialAccountIds: null });
    expect(await payees()).toEqual(['Theirs', 'Theirs']);
    const applications = await engine.publishedOf(RuleApplicationUpsertedV1);
    expect(applications.at(-1)?.document).toMatchObject({
      transactions_done: 3,
      transactions_matched: 3,
      transactions_changed: 2,
      transactions_locked: 1,
    });
  });

  it('a rule that fails on a transaction is logged there, and the job continues', async () => {
    await sync(1, [1, 2]);
    const ruleId = await engine.attachedRule([accountId], {
      action_type: 'SET_FIELD',
      field_name: 'booking_date',
      value: '{% if id contains "1001" %}never{% else %}2026-01-01{% endif %}',
    });
    await engine.database.execute('update shaped_transactions set created_at = now()');
    await engine.send(ApplyRule, { ruleId, dryRun: false, financialAccountIds: [accountId] });
    const logs = (await engine.publishedOf(RuleLoggedV1)).flatMap((message) => message.logs);
    expect(logs.every((log) => log.ruleId === ruleId)).toBe(true);
    expect(logs.length).toBe(2);
  });

  it('fails if its rule is deleted, and has no work if its account is', async () => {
    await sync(1, [1, 2, 3]);
    const ruleId = await engine.attachedRule([accountId], payee('x'));
    await engine.stopInstance();
    const gone = { ruleId: 999999, userId: 1, dryRun: false, accountIds: [accountId] };
    await engine.database.transaction((tx) => insertApplication(tx, gone));
    await engine.startInstance();
    await engine.publishedOf(RuleApplicationUpsertedV1);
    await engine.feed(AccountDeletedV1, { id: accountId, version: 9, userId: 1 });
    expect(
      await detailOf(engine.send(ApplyRule, { ruleId, dryRun: false, financialAccountIds: null })),
    ).toMatchObject({
      kind: 'conflict',
    });
    const ended = (await engine.publishedOf(RuleApplicationUpsertedV1)).at(-1);
    expect(ended?.document).toMatchObject({ status: 'FAILED', error: 'The rule was deleted.' });
  });
});
