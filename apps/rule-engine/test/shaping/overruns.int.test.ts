import {
  AccountUpsertedV1,
  ApplyRule,
  CreateRule,
  EventPayload,
  ownerOf,
  PreviewRule,
  RuleApplicationUpsertedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  TransactionShapedV1,
  TransactionUpsertedV1,
  UpdateRule,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';
import { ENDLESS_VALUE, slowValue } from '../slow-rules';

const PAYEE = { action_type: 'SET_FIELD' as const, field_name: 'mapped_fields.payee' };
const ENDLESS = { ...PAYEE, value: ENDLESS_VALUE };
const OTHER = ownerOf(2);

let engine: RuleEngineFixture;
let accountId = 100;
let nextTransaction = 1;

beforeAll(async () => {
  engine = await RuleEngineFixture.start({ RULE_TRANSACTION_MS: '400', RULE_BATCH_MS: '1500' });
});
afterAll(() => engine.close());
beforeEach(async () => {
  accountId += 10;
  await engine.forgetEvents();
});

async function account(id: number, userId = 1): Promise<void> {
  const members = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleAccount };
  await engine.feed(AccountUpsertedV1, { id, version: 1, userId, ...members });
}

function incoming(id: number, count: number, userId = 1): EventPayload<typeof TransactionUpsertedV1> {
  const transactions = Array.from({ length: count }, () => ({
    id: nextTransaction++,
    version: 1,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: sampleTransaction,
  }));
  return { financialAccountId: id, userId, transactions };
}

/** Waits for `count` published transactions of an account, and returns all. */
async function shaped(id: number, count: number) {
  return eventually(async () => {
    const messages = await engine.publishedOf(TransactionShapedV1);
    const own = messages.filter(({ financialAccountId }) => financialAccountId === id);
    const transactions = own.flatMap((message) => message.transactions);
    expect(transactions).toHaveLength(count);
    return transactions;
  });
}

async function documentOf(ruleId: number) {
  const rules = await engine.publishedOf(RuleUpsertedV1);
  return rules.findLast(({ id }) => id === ruleId)?.document;
}

async function failuresOf(ruleId: number): Promise<(string | null)[]> {
  const messages = await engine.publishedOf(RuleLoggedV1);
  const logs = messages.flatMap((message) => message.logs);
  return logs.filter((log) => log.ruleId === ruleId && log.kind === 'FAILED').map(({ error }) => error);
}

/** Returns the accounts that each switch-off event of the rule names. */
async function switchOffsOf(ruleId: number): Promise<(readonly number[] | undefined)[]> {
  const rules = await engine.publishedOf(RuleUpsertedV1);
  return rules
    .filter(({ id, event }) => id === ruleId && event === 'rule.disabled')
    .map((rule) => rule.accountIds);
}

describe('a rule that exceeds its limits', () => {
  it('is switched off, its owner is notified, and the transactions continue without it', async () => {
    await account(accountId);
    const good = await engine.attachedRule([accountId], { ...PAYEE, value: 'Good' });
    const bad = await engine.attachedRule([accountId], ENDLESS);
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 20));
    const transactions = await shaped(accountId, 20);
    expect(transactions.map((one) => one.shaped?.mapped_fields.payee)).toEqual(Array(20).fill('Good'));
    expect(await documentOf(bad)).toMatchObject({
      enabled: false,
      disabled_reason: 'The rule took longer than the 400 ms that all rules have for one transaction.',
      disabled_at: expect.any(String) as string,
    });
    expect(await failuresOf(bad)).toEqual([expect.stringContaining('It was switched off.')]);
    expect(await documentOf(good)).toMatchObject({ enabled: true, disabled_reason: null });
    expect(await switchOffsOf(bad)).toEqual([[accountId]]);
  });

  it('runs again, without a reason, once its owner enables it', async () => {
    await account(accountId);
    const bad = await engine.attachedRule([accountId], ENDLESS);
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 1));
    await shaped(accountId, 1);
    const actions = [{ ...PAYEE, value: 'Mended' }];
    await engine.send(UpdateRule, { rule_id: bad, enabled: true, actions });
    expect(await documentOf(bad)).toMatchObject({ enabled: true, disabled_reason: null, disabled_at: null });
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 1));
    const [, second] = await shaped(accountId, 2);
    expect(second?.shaped?.mapped_fields.payee).toBe('Mended');
  });

  it('affects no rule of another user in the same batch', async () => {
    const others = accountId + 1;
    await account(accountId);
    await account(others, 2);
    const bad = await engine.attachedRule([accountId], ENDLESS);
    const good = await engine.attachedRule([others], { ...PAYEE, value: 'Good' }, OTHER);
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 5), incoming(others, 5, 2));
    const transactions = await shaped(others, 5);
    expect(transactions.map((one) => one.shaped?.mapped_fields.payee)).toEqual(Array(5).fill('Good'));
    await shaped(accountId, 5);
    expect(await documentOf(bad)).toMatchObject({ enabled: false });
    expect(await documentOf(good)).toMatchObject({ enabled: true });
    expect(await failuresOf(good)).toEqual([]);
  });

  it('can be many rules, each just below the limit: their batch ends nevertheless', async () => {
    await account(accountId);
    const ids: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      ids.push(await engine.attachedRule([accountId], { ...PAYEE, value: slowValue(1) + String(count) }));
    }
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 50));
    await shaped(accountId, 50);
    const documents = await Promise.all(ids.map(documentOf));
    expect(documents.filter((one) => one?.enabled === false).length).toBeGreaterThan(0);
  });

  it('does not delay the shutdown of the service, nor loop after it', async () => {
    await account(accountId);
    const bad = await engine.attachedRule([accountId], ENDLESS);
    const fed = engine.feed(TransactionUpsertedV1, incoming(accountId, 3));
    await engine.stopInstance();
    await engine.startInstance();
    await fed;
    await shaped(accountId, 3);
    expect(await documentOf(bad)).toMatchObject({ enabled: false });
    expect(await switchOffsOf(bad)).toEqual([[accountId]]);
    const [{ letters } = { letters: -1 }] = await engine.database.query<{ letters: number }>(
      'select count(*)::integer as letters from dead_letters',
    );
    expect(letters).toBe(0);
  });

  it('fails its application to history, with the reason', async () => {
    await account(accountId);
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 3));
    await shaped(accountId, 3);
    const bad = await engine.attachedRule([accountId], ENDLESS);
    const { id } = await engine.send(ApplyRule, { ruleId: bad, dryRun: true, financialAccountIds: null });
    await eventually(async () => {
      const applications = await engine.publishedOf(RuleApplicationUpsertedV1);
      expect(applications.findLast((one) => one.id === id)?.document).toMatchObject({
        status: 'FAILED',
        error: expect.stringContaining('400 ms') as string,
      });
    });
    expect(await documentOf(bad)).toMatchObject({ enabled: false });
  });

  it('is refused in a preview, by the name of the limit, and other commands continue', async () => {
    await account(accountId);
    await account(accountId + 1, 2);
    await engine.feed(TransactionUpsertedV1, incoming(accountId, 3));
    await shaped(accountId, 3);
    const previews = Array.from({ length: 2 }, () =>
      engine
        .send(PreviewRule, {
          rule: newRule({ actions: [ENDLESS] }),
          ruleId: null,
          financialAccountIds: [accountId],
          matchesMax: 1,
          transactionsMax: 500,
        })
        .catch((error: unknown) => error),
    );
    let answered = 0;
    for (const preview of previews) void preview.then(() => (answered += 1));
    await engine.send(CreateRule, newRule({}), OTHER);
    expect(answered).toBeLessThan(previews.length);
    for (const preview of previews) {
      expect(await preview).toMatchObject({
        detail: { kind: 'invalid', errors: { rule: [expect.stringContaining('400 ms')] } },
      });
    }
  });
});

describe('rules beyond the maximum', () => {
  let small: RuleEngineFixture;
  beforeAll(async () => {
    small = await RuleEngineFixture.start({ RULES_PER_USER_MAX: '3', RULES_PER_TARGET_MAX: '2' });
  });
  afterAll(() => small.close());

  it('are refused, of an account and of a user', async () => {
    const members = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleAccount };
    await small.feed(AccountUpsertedV1, { id: 5, version: 1, userId: 1, ...members });
    for (let count = 0; count < 2; count += 1) await small.attachedRule([5], { ...PAYEE, value: 'One' });
    await expect(small.attachedRule([5], { ...PAYEE, value: 'One' })).rejects.toThrow('at most 2 rules');
    await expect(small.send(CreateRule, newRule({}))).rejects.toThrow('at most 3 rules');
    await small.send(CreateRule, newRule({}), OTHER);
  });
});

describe('a rule that is too large', () => {
  it.each([
    ['one pattern', ['a{0,1000}'.repeat(109)], 'conditions.0.value'],
    ['patterns that are too much together', Array<string>(100).fill('a{0,150}'), 'conditions'],
  ])('is refused before it is compiled: %s', async (_what, patterns, member) => {
    const conditions = patterns.map((value) => ({
      transaction_type: 'ANY' as const,
      field_name: 'mapped_fields.payee',
      operator: 'matches' as const,
      value,
    }));
    const refused = engine.send(CreateRule, newRule({ conditions }));
    await expect(refused).rejects.toMatchObject({ detail: { errors: { [member]: [expect.any(String)] } } });
  });

  it('is refused for a pattern in a template', async () => {
    const value = "{{ amount | regex_replace: 'a{0,1000}a{0,1000}$', '' }}";
    const refused = engine.send(CreateRule, newRule({ actions: [{ ...PAYEE, value }] }));
    await expect(refused).rejects.toMatchObject({
      detail: { errors: { 'actions.0.value': [expect.stringContaining('2000 instructions')] } },
    });
  });

  it('is refused for templates that are too long together', async () => {
    const actions = Array.from({ length: 6 }, () => ({ ...PAYEE, value: '{{ amount }}'.repeat(800) }));
    const refused = engine.send(CreateRule, newRule({ actions }));
    await expect(refused).rejects.toMatchObject({ detail: { errors: { actions: [expect.any(String)] } } });
  });
});
