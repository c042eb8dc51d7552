import {
  AccountUpsertedV1,
  CommandPayload,
  CreateRule,
  PreviewRule,
  Problem,
  RuleLoggedV1,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  TransactionUpsertedV1,
  UndoRuleLogs,
  UpdateRule,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';

let engine: RuleEngineFixture;
let accountId = 100;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  accountId += 1;
  await engine.forgetEvents();
  const members = { userId: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  await engine.feed(AccountUpsertedV1, { id: accountId, version: 1, ...members, document: sampleAccount });
});

const transactionId = (n: number): number => accountId * 1000 + n;

/** The most transactions of a message. */
const MESSAGE = 200;

async function history(count: number): Promise<void> {
  const members = { version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleTransaction };
  const transactions = Array.from({ length: count }, (_, index) => ({
    id: transactionId(index + 1),
    ...members,
  }));
  const messages = Array.from({ length: Math.ceil(count / MESSAGE) }, (_, index) => ({
    financialAccountId: accountId,
    userId: 1,
    transactions: transactions.slice(index * MESSAGE, (index + 1) * MESSAGE),
  }));
  await engine.feed(TransactionUpsertedV1, ...messages);
  await eventually(async () => {
    const stored = 'select count(*)::int as count from shaped_transactions where account_id = $1';
    expect(await engine.database.query(stored, [accountId])).toEqual([{ count }]);
  });
}

const set = (fieldName: string, value: string) => ({
  action_type: 'SET_FIELD' as const,
  field_name: fieldName,
  value,
});
const payee = (value: string) => set('mapped_fields.payee', value);

const preview = (
  ruleId: number | null,
  rule: Partial<CommandPayload<typeof PreviewRule>['rule']>,
  members: Partial<CommandPayload<typeof PreviewRule>> = {},
) =>
  engine.send(PreviewRule, {
    rule: { ...newRule({}), ...rule },
    ruleId,
    financialAccountIds: null,
    matchesMax: 100,
    transactionsMax: 20_000,
    ...members,
  });

const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => null,
    (error: unknown) => (error instanceof Problem ? error.detail : error),
  );

describe('the preview of a changed rule', () => {
  it('differs from its saved version in its own position: what later rules overwrite is no change', async () => {
    const first = await engine.attachedRule([accountId], payee('First'));
    await engine.attachedRule([accountId], set('additional_information', '{{ mapped_fields.payee }}!'));
    await history(2);
    const { matches, ...counts } = await preview(first, { actions: [payee('Other')] });
    expect(counts).toEqual({ scanned: 2, matched: 2, changed: 2, failed: 0, more: false });
    expect(matches.map(({ transactionId: id }) => id)).toEqual([transactionId(2), transactionId(1)]);
    const changes = matches[0]?.changes.map(({ field_name, previous_value, new_value }) => [
      field_name,
      previous_value,
      new_value,
    ]);
    expect(changes).toEqual(
      expect.arrayContaining([
        ['mapped_fields.payee', 'First', 'Other'],
        ['additional_information', 'First!', 'Other!'],
      ]),
    );
    const last = await engine.attachedRule([accountId], payee('Last'));
    const overwritten = await preview(last, { actions: [payee('Last')] });
    expect(overwritten).toMatchObject({ matched: 2, changed: 0 });
  });

  it('shows what no longer matches', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('Shop'));
    await history(1);
    const never = {
      transaction_type: 'ANY' as const,
      field_name: 'id',
      operator: 'equals' as const,
      value: '1',
    };
    const { changed, matches } = await preview(ruleId, { conditions: [never], actions: [payee('Shop')] });
    expect(changed).toBe(1);
    expect(matches[0]?.changes).toMatchObject([{ previous_value: 'Shop', new_value: 'Kahvila Oy' }]);
  });

  it('compares a disabled rule with nothing, and keeps what was undone undone', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('Shop'));
    await history(2);
    const logs = (await engine.publishedOf(RuleLoggedV1)).flatMap((one) => one.logs);
    const undone = logs.find((one) => one.transactionId === transactionId(1));
    await engine.send(UndoRuleLogs, { ruleLogIds: [undone?.id ?? 0] });
    const { document } = await engine.send(UpdateRule, { rule_id: ruleId, enabled: false });
    const actions = document.actions.map(({ id }) => ({ id, ...payee('Shop') }));
    const { matched, changed, matches } = await preview(ruleId, { actions });
    expect({ matched, changed }).toEqual({ matched: 2, changed: 1 });
    expect(matches.map(({ transactionId: id, changes }) => [id, changes.length])).toEqual([
      [transactionId(2), 1],
      [transactionId(1), 0],
    ]);
  });

  it('looks at the newest 500 transactions of where the rule is attached, however many are there', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('Shop'));
    await history(520);
    const { scanned, matched, more } = await preview(ruleId, { actions: [payee('Other')] });
    expect({ scanned, matched, more }).toEqual({ scanned: 500, matched: 500, more: true });
    expect(await preview(ruleId, {}, { transactionsMax: 5 })).toMatchObject({ scanned: 5, more: true });
    expect(await preview(null, {}, { transactionsMax: 7, financialAccountIds: [accountId] })).toMatchObject({
      scanned: 7,
      more: true,
    });
  });

  it('of a rule that is attached nowhere runs behind all others', async () => {
    const { id } = await engine.send(CreateRule, newRule({}));
    await history(1);
    const tried = await preview(id, { actions: [payee('Tried')] }, { financialAccountIds: [accountId] });
    expect(tried.matches[0]?.changes).toMatchObject([{ new_value: 'Tried' }]);
  });

  it('names what is wrong by its path, and is refused for a rule of another user', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('Shop'));
    expect(await refusal(preview(ruleId, { actions: [payee('{{ x | shout }}')] }))).toMatchObject({
      errors: { 'actions.0.value': [expect.stringContaining('line 1') as string] },
    });
    expect(await refusal(preview(ruleId + 1000, {}))).toEqual({ kind: 'not_found' });
  });
});

describe('a change of a rule that was read before', () => {
  it('is refused if the rule was changed since', async () => {
    const { id: ruleId, updatedAt } = await engine.send(CreateRule, newRule({}));
    const { updatedAt: later } = await engine.send(UpdateRule, {
      rule_id: ruleId,
      name: 'One',
      unchanged_since: updatedAt,
    });
    expect(
      await refusal(engine.send(UpdateRule, { rule_id: ruleId, name: 'Two', unchanged_since: updatedAt })),
    ).toMatchObject({ kind: 'conflict' });
    const { document } = await engine.send(UpdateRule, {
      rule_id: ruleId,
      name: 'Three',
      unchanged_since: later,
    });
    expect(document.name).toBe('Three');
  });
});
