import {
  AccountDeletedV1,
  AccountUpsertedV1,
  AnnotateTransactions,
  AnnotationChanges,
  CategoryDeletedV1,
  CommandResult,
  CreateCategory,
  CreateRule,
  DeleteCategory,
  EventPayload,
  ownerOf,
  RuleLoggedV1,
  RuleUpsertedV1,
  SAMPLE_TIME,
  sampleAccount,
  sampleTransaction,
  shapedDocument,
  ShapedTransaction,
  TransactionDocument,
  TransactionRemovedV1,
  TransactionShapedV1,
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
  await knownAccount(accountId, 1);
});

async function knownAccount(id: number, userId: number): Promise<void> {
  const members = { version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleAccount };
  await engine.feed(AccountUpsertedV1, { id, userId, ...members });
}

const transactionId = (n = 1): number => accountId * 1000 + n;

function incoming(
  version: number,
  numbers: readonly number[],
  document: Partial<TransactionDocument> = {},
): EventPayload<typeof TransactionUpsertedV1> {
  const transactions = numbers.map((n) => ({
    id: transactionId(n),
    version,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: { ...sampleTransaction, ...document },
  }));
  return { financialAccountId: accountId, userId: 1, transactions };
}

async function sync(version: number, document: Partial<TransactionDocument> = {}, n = 1): Promise<void> {
  await engine.feed(TransactionUpsertedV1, incoming(version, [n], document));
}

async function now(n = 1): Promise<ShapedTransaction> {
  const messages = await engine.publishedOf(TransactionShapedV1);
  const newest = messages
    .flatMap(({ transactions }) => transactions)
    .filter(({ id }) => id === transactionId(n))
    .sort((a, b) => a.shapedVersion - b.shapedVersion)
    .at(-1);
  if (!newest) throw new Error('nothing was shaped');
  return newest;
}

const shown = async (n = 1): Promise<TransactionDocument> => shapedDocument(await now(n));

let categories = 0;
async function category(userId = 1): Promise<string> {
  categories += 1;
  const payload = { name: `Category ${categories}`, group: null, hidden: false };
  const { id } = await engine.send(CreateCategory, payload, ownerOf(userId));
  return String(id);
}

type Result = CommandResult<typeof AnnotateTransactions>;

const annotate = (changes: AnnotationChanges, n = 1, caller = ownerOf(1)): Promise<Result> =>
  engine.send(
    AnnotateTransactions,
    { items: [{ transactionId: transactionId(n), changes }], mode: 'all_or_none' },
    caller,
  );

const setField = (field_name: string, value: string | null) => ({
  action_type: 'SET_FIELD' as const,
  field_name,
  value,
});

describe('category, note and tags of a transaction', () => {
  it('are in the reply and the event, named among the edits, and a sync that repeats the row keeps them', async () => {
    await sync(1);
    const id = await category();
    const { outcomes, shaped } = await annotate({
      category_id: id,
      note: 'Lunch',
      tags: ['Trip', 'trip', 'work'],
    });
    expect(outcomes).toMatchObject([{ transactionId: transactionId(), error: null }]);
    const set = {
      category_id: id,
      note: 'Lunch',
      tags: ['Trip', 'work'],
      edited_fields: ['category_id', 'note', 'tags'],
    };
    expect(shaped).toMatchObject([{ transactions: [{ shapedVersion: 2, shaped: null, raw: set }] }]);
    await sync(2, { amount: '-13.00' });
    expect(await shown()).toEqual({ ...sampleTransaction, ...set, amount: '-13.00' });
  });

  it('stay with a pending transaction that is booked, and with what the user edits', async () => {
    await sync(1, { booked: false, edited_fields: ['booking_date'] });
    await annotate({ note: 'Deposit' });
    await sync(2, { booked: true, edited_fields: ['booking_date', 'value_date'] });
    expect(await shown()).toMatchObject({
      booked: true,
      note: 'Deposit',
      edited_fields: ['booking_date', 'note', 'value_date'],
    });
  });

  it('come back with a transaction that was removed, and go with the account', async () => {
    await sync(1);
    await annotate({ note: 'Mine' });
    const transactions = [{ id: transactionId(), version: 2 }];
    await engine.feed(TransactionRemovedV1, { financialAccountId: accountId, userId: 1, transactions });
    await expect(annotate({ note: 'Gone' })).rejects.toMatchObject({ detail: { kind: 'not_found' } });
    await sync(3);
    expect(await shown()).toMatchObject({ note: 'Mine' });
    await engine.feed(AccountDeletedV1, { id: accountId, version: 2, userId: 1 });
    await engine.settled();
    const left = await engine.database.query('select from annotations where transaction_id = $1', [
      transactionId(),
    ]);
    expect(left).toHaveLength(0);
  });

  it('follow a merge where the remaining transaction has none, and an undo takes them back', async () => {
    await engine.feed(TransactionUpsertedV1, incoming(1, [1, 2]));
    const id = await category();
    await annotate({ note: 'Stays' }, 1);
    await annotate({ note: 'Goes', category_id: id, tags: ['trip'] }, 2);
    const gone = { id: transactionId(2), version: 2, mergedInto: transactionId(1) };
    await engine.feed(TransactionRemovedV1, {
      financialAccountId: accountId,
      userId: 1,
      transactions: [gone],
    });
    expect(await shown(1)).toMatchObject({ note: 'Stays', category_id: id, tags: ['trip'] });
    await annotate({ tags: ['home'] }, 1);
    await sync(3, {}, 2);
    expect(await shown(1)).toEqual({
      ...sampleTransaction,
      note: 'Stays',
      tags: ['home'],
      edited_fields: ['note', 'tags'],
    });
    expect(await shown(2)).toMatchObject({ note: 'Goes', category_id: id, tags: ['trip'] });
    await sync(4, {}, 2);
    expect(await shown(1)).toMatchObject({ tags: ['home'] });
  });

  it('are read by rules and never changed by them; null takes a choice back, and rules may set it again', async () => {
    const [own, other] = [await category(), await category()];
    await engine.attachedRule([accountId], setField('category_id', other));
    await engine.attachedRule([accountId], setField('tags', '+office'));
    const reads = newRule({
      conditions: [
        { transaction_type: 'ANY', field_name: 'category_id', operator: 'equals', value: own },
        { transaction_type: 'ANY', field_name: 'tags', operator: 'contains', value: 'TRIP' },
      ],
    });
    const { id: ruleId } = await engine.send(CreateRule, reads);
    await engine.attach(ruleId, [accountId]);
    await sync(1);
    expect(await shown()).toMatchObject({ category_id: other, tags: ['office'] });
    await annotate({ category_id: own, tags: ['trip'] });
    expect(await shown()).toMatchObject({
      category_id: own,
      tags: ['trip'],
      mapped_fields: { payee: 'Shaped' },
    });
    await annotate({ category_id: 'none', tags: [] });
    const emptied = await shown();
    expect(emptied).not.toHaveProperty('category_id');
    expect(emptied).not.toHaveProperty('tags');
    await sync(2);
    expect(await shown()).not.toHaveProperty('category_id');
    await annotate({ category_id: null, tags: null });
    expect(await shown()).toMatchObject({ category_id: other, tags: ['office'] });
    expect(await shown()).not.toHaveProperty('edited_fields');
  });

  it('stay where what a rule set is undone', async () => {
    await engine.attachedRule([accountId], setField('mapped_fields.payee', 'Coffee'));
    await engine.attachedRule([accountId], setField('note', 'By rule'));
    await sync(1);
    await annotate({ category_id: 'none', tags: ['trip'] });
    const logs = (await engine.publishedOf(RuleLoggedV1)).flatMap((message) => message.logs);
    const { results } = await engine.send(UndoRuleLogs, { ruleLogIds: logs.map(({ id }) => id) });
    expect(results.map(({ success }) => success)).toEqual([true, true]);
    const { shaped, raw } = await now();
    expect(shaped).toBeNull();
    expect(raw).toEqual({ ...sampleTransaction, tags: ['trip'], edited_fields: ['category_id', 'tags'] });
  });

  it('of a rule that set a category and tags are undone to what they were', async () => {
    const id = await category();
    await engine.attachedRule([accountId], setField('tags', 'home'));
    await engine.attachedRule([accountId], setField('tags', '+work'));
    await engine.attachedRule([accountId], setField('category_id', id));
    await sync(1);
    expect(await shown()).toMatchObject({ category_id: id, tags: ['home', 'work'] });
    const logs = (await engine.publishedOf(RuleLoggedV1)).flatMap((message) => message.logs);
    await engine.send(UndoRuleLogs, { ruleLogIds: logs.slice(1).map((log) => log.id) });
    expect(await shown()).toEqual({ ...sampleTransaction, tags: ['home'] });
  });

  it('of another user, and of accounts outside of the token, look as if they were not there', async () => {
    await sync(1);
    const own = await category();
    const foreign = await category(2);
    const refused = { detail: { kind: 'not_found' } };
    await expect(annotate({ note: 'Mine' }, 1, ownerOf(2))).rejects.toMatchObject(refused);
    const limited = { ...ownerOf(1), accountIds: [accountId + 500] };
    await expect(annotate({ note: 'Mine' }, 1, limited)).rejects.toMatchObject(refused);
    await expect(annotate({ category_id: foreign })).rejects.toMatchObject({
      detail: { errors: { category_id: ['The selected category_id is invalid.'] } },
    });
    await expect(
      engine.send(CreateRule, newRule({ actions: [setField('category_id', foreign)] })),
    ).rejects.toMatchObject({
      detail: { errors: { 'actions.0.value': ['There is no such category.'] } },
    });
    await annotate({ category_id: own });
    expect(await shown()).toMatchObject({ category_id: own });
  });

  it('are changed for each or for all, and refused beyond their bounds', async () => {
    await engine.feed(TransactionUpsertedV1, incoming(1, [1, 2]));
    const items = [
      { transactionId: transactionId(1), changes: { note: 'One' } },
      { transactionId: transactionId(9), changes: { note: 'Missing' } },
      { transactionId: transactionId(2), changes: { note: 'n'.repeat(1001), tags: ['a,b'] } },
      { transactionId: transactionId(1), changes: { tags: ['x'.repeat(51)] } },
      { transactionId: transactionId(1), changes: { tags: ['😀'.repeat(50)] } },
    ];
    await expect(engine.send(AnnotateTransactions, { items, mode: 'all_or_none' })).rejects.toMatchObject({
      detail: { kind: 'not_found' },
    });
    const { outcomes } = await engine.send(AnnotateTransactions, { items, mode: 'each' });
    expect(outcomes.map(({ error, errors }) => [error, Object.keys(errors)])).toEqual([
      [null, []],
      ['not_found', []],
      ['invalid', ['note', 'tags']],
      ['invalid', ['tags']],
      [null, []],
    ]);
    expect(await shown(1)).toMatchObject({ note: 'One', tags: ['😀'.repeat(50)] });
  });

  it.each([' a', 'a ', '+a', 'a,b', 'a\nb', ''])('a tag is not %p', async (tag) => {
    await sync(1);
    await expect(annotate({ tags: [tag] })).rejects.toMatchObject({ detail: { kind: 'invalid' } });
  });

  it('the same choice again publishes nothing', async () => {
    await sync(1);
    await annotate({ note: 'Mine' });
    const { shaped } = await annotate({ note: 'Mine' });
    expect(shaped).toEqual([]);
    expect((await now()).shapedVersion).toBe(2);
  });
});

describe('a deleted category', () => {
  it('that is used is refused with the numbers, and one that is not used goes', async () => {
    const used = await category();
    await engine.attachedRule([accountId], setField('category_id', used));
    await sync(1);
    await expect(
      engine.send(DeleteCategory, { categoryId: Number(used), moveTo: null }),
    ).rejects.toMatchObject({
      detail: { kind: 'conflict', members: { transactions_count: '1', rules_count: '1' } },
    });
    const unused = Number(await category());
    const { deleted } = await engine.send(DeleteCategory, { categoryId: unused, moveTo: null });
    expect(deleted).toEqual({ id: unused, version: 2, userId: 1, movedTo: null });
    await expect(engine.send(DeleteCategory, { categoryId: unused, moveTo: null })).rejects.toMatchObject({
      detail: { kind: 'not_found' },
    });
  });

  it('moves its transactions and rules to another one, through later deletions too', async () => {
    const [first, second, third] = [await category(), await category(), await category()];
    await engine.feed(TransactionUpsertedV1, incoming(1, [1, 2, 3]));
    await annotate({ category_id: first, note: 'Mine' }, 1);
    const ruleId = await engine.attachedRule([accountId], setField('category_id', first));
    await sync(2, {}, 2);
    await engine.send(DeleteCategory, { categoryId: Number(first), moveTo: Number(second) });
    const { rules } = await engine.send(DeleteCategory, {
      categoryId: Number(second),
      moveTo: Number(third),
    });
    expect(rules).toMatchObject([{ id: ruleId, document: { enabled: true, actions: [{ value: third }] } }]);
    await eventually(async () => {
      expect(await shown(1)).toMatchObject({ category_id: third, note: 'Mine' });
      expect(await shown(2)).toMatchObject({ category_id: third });
    });
    expect(await shown(3)).not.toHaveProperty('category_id');
    await sync(3, {}, 1);
    expect(await shown(1)).toMatchObject({ category_id: third, edited_fields: ['category_id', 'note'] });
    const deletions = await engine.publishedOf(CategoryDeletedV1);
    expect(deletions.map(({ movedTo }) => movedTo)).toEqual([Number(second), Number(third)]);
  });

  it('left without one leaves its transactions free, and switches off the rules that name it, with the reason', async () => {
    const id = await category();
    const ruleId = await engine.attachedRule([accountId], setField('category_id', id));
    await engine.feed(TransactionUpsertedV1, incoming(1, [1, 2]));
    await annotate({ category_id: id, tags: ['trip'] }, 1);
    await engine.send(DeleteCategory, { categoryId: Number(id), moveTo: 'none' });
    await eventually(async () => {
      expect(await shown(1)).toEqual({ ...sampleTransaction, tags: ['trip'], edited_fields: ['tags'] });
      expect(await shown(2)).toEqual(sampleTransaction);
    });
    const rules = (await engine.publishedOf(RuleUpsertedV1)).filter((one) => one.id === ruleId);
    expect(rules.at(-1)).toMatchObject({ event: 'rule.disabled', document: { enabled: false } });
    expect(rules.at(-1)?.document.disabled_reason).toMatch(/^The category “Category \d+”, .* was deleted\.$/);
    await expect(engine.send(UpdateRule, { rule_id: ruleId, enabled: true })).rejects.toMatchObject({
      detail: { errors: { 'actions.0.value': ['There is no such category.'] } },
    });
    await engine.send(UpdateRule, { rule_id: ruleId, name: 'Renamed' });
  });

  it('needs a token for all accounts, and rules:write where rules name it', async () => {
    const id = Number(await category());
    await engine.attachedRule([accountId], setField('category_id', String(id)));
    const limited = { ...ownerOf(1), accountIds: [accountId] };
    await expect(
      engine.send(DeleteCategory, { categoryId: id, moveTo: 'none' }, limited),
    ).rejects.toMatchObject({
      detail: { kind: 'not_found' },
    });
    const scoped = { ...ownerOf(1), scopes: ['transactions:write'] };
    await expect(
      engine.send(DeleteCategory, { categoryId: id, moveTo: 'none' }, scoped),
    ).rejects.toMatchObject({
      detail: { kind: 'forbidden', scopes: ['rules:write'] },
    });
  });
});
