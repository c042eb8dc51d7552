import {
  AccountUpsertedV1,
  Caller,
  CreateCategory,
  CreateRule,
  DeleteCategory,
  EventPayload,
  GrantChangedV1,
  KeepPausedInRuleEngine,
  ownerOf,
  RuleLoggedV1,
  RuleUpsertedV1,
  SAMPLE_TIME,
  sampleAccount,
  sampleTransaction,
  shapedDocument,
  TransactionDocument,
  TransactionShapedV1,
  TransactionUpsertedV1,
  UndoRuleLogs,
  UpdateCategory,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import {
  lockList,
  markDeleted,
  saveCategory,
  saveSources,
} from '../../src/rules/categories/categories.store';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';

let engine: RuleEngineFixture;
let userId = 100;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  userId += 1;
  await engine.forgetEvents();
  const members = { version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleAccount };
  await engine.feed(AccountUpsertedV1, { id: accountId(), userId, ...members });
});

const owner = () => ownerOf(userId);
const accountId = () => userId * 10;
const setCategory = (value: number) => ({
  action_type: 'SET_FIELD' as const,
  field_name: 'category_id',
  value: String(value),
});

async function category(name: string): Promise<number> {
  return (await engine.send(CreateCategory, { name, group: null, hidden: false }, owner())).id;
}

const deleteInto = (categoryId: number, moveTo: number | 'none') =>
  engine.send(DeleteCategory, { categoryId, moveTo }, owner());

async function newestRule(ruleId: number): Promise<EventPayload<typeof RuleUpsertedV1> | undefined> {
  const published = await engine.publishedOf(RuleUpsertedV1);
  return published.filter(({ id }) => id === ruleId).at(-1);
}

describe('undoing what a rule set, after a deletion', () => {
  async function sync(): Promise<void> {
    const transaction = { id: accountId(), version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
    await engine.feed(TransactionUpsertedV1, {
      financialAccountId: accountId(),
      userId,
      transactions: [{ ...transaction, document: sampleTransaction }],
    });
  }

  async function shown(): Promise<TransactionDocument> {
    const messages = await engine.publishedOf(TransactionShapedV1);
    const newest = messages
      .flatMap(({ transactions }) => transactions)
      .sort((a, b) => a.shapedVersion - b.shapedVersion)
      .at(-1);
    if (!newest) throw new Error('nothing was shaped');
    return shapedDocument(newest);
  }

  /** Two rules set a category, one after the other; undoes the second, after the deletion. */
  async function undoneAfter(deletion: (first: number, second: number) => Promise<unknown>) {
    const [first, second] = [await category('First'), await category('Second')];
    await engine.attachedRule([accountId()], setCategory(first), owner());
    await engine.attachedRule([accountId()], setCategory(second), owner());
    await sync();
    expect(await shown()).toMatchObject({ category_id: String(second) });
    await deletion(first, second);
    await engine.settled();
    const logs = (await engine.publishedOf(RuleLoggedV1)).flatMap((message) => message.logs);
    const ruleLogIds = logs.slice(-1).map(({ id }) => id);
    const { results } = await engine.send(UndoRuleLogs, { ruleLogIds }, owner());
    return { first, log: results[0]?.log, document: await shown() };
  }

  it('restores the category in the place of the earlier one, through all deletions', async () => {
    const [other, last] = [await category('Other'), await category('Last')];
    const { document, log } = await undoneAfter(async (first) => {
      await deleteInto(first, other);
      await deleteInto(other, last);
    });
    expect(document).toMatchObject({ category_id: String(last) });
    expect(log).toMatchObject({ newValue: String(last) });
  });

  it('restores none where nothing took its place', async () => {
    const { document } = await undoneAfter((first) => deleteInto(first, 'none'));
    expect(document).toEqual(sampleTransaction);
  });

  it('restores the earlier one where the set one moved to another', async () => {
    const other = await category('Other');
    const { document, first } = await undoneAfter((_, second) => deleteInto(second, other));
    expect(document).toMatchObject({ category_id: String(first) });
  });
});

describe('a paused rule that names a deleted category', () => {
  const app = (): Caller => ({
    ...owner(),
    scopes: ['rules:write'],
    grant: { id: `app:${userId}`, version: 1, expiresAt: null },
  });

  async function pausedRule(categoryId: number): Promise<number> {
    const ruleId = await engine.attachedRule([accountId()], setCategory(categoryId), app());
    const grant = { ...GrantChangedV1.sample, grantId: `app:${userId}`, userId, version: 2, revoked: true };
    await engine.feed(GrantChangedV1, grant);
    const paused = { enabled: false, paused: { reason: 'GRANT_ENDED' } };
    expect((await newestRule(ruleId))?.document).toMatchObject(paused);
    return ruleId;
  }

  it('is switched off with the reason, and stays off when its owner keeps it', async () => {
    const categoryId = await category('Food');
    const ruleId = await pausedRule(categoryId);
    const { rules } = await deleteInto(categoryId, 'none');
    expect(rules).toMatchObject([
      { id: ruleId, document: { enabled: false, paused: { reason: 'GRANT_ENDED' } } },
    ]);
    await engine.send(KeepPausedInRuleEngine, { kind: 'rule', id: ruleId }, owner());
    const document = (await newestRule(ruleId))?.document;
    expect(document).toMatchObject({
      enabled: false,
      paused: null,
      disabled_reason: 'The category “Food”, which the rule names, was deleted.',
    });
    expect(document?.disabled_at).not.toBeNull();
  });

  it('names the other one, and is on again when its owner keeps it', async () => {
    const [from, to] = [await category('Food'), await category('Eating')];
    const ruleId = await pausedRule(from);
    await deleteInto(from, to);
    await engine.send(KeepPausedInRuleEngine, { kind: 'rule', id: ruleId }, owner());
    expect((await newestRule(ruleId))?.document).toMatchObject({
      enabled: true,
      actions: [{ value: String(to) }],
      disabled_reason: null,
    });
  });
});

describe('the deletion of a category', () => {
  it.each(['moved', 'none'] as const)(
    'publishes all of its rules, also with more rules than its reply can hold (%s)',
    async (what) => {
      const [categoryId, other] = [await category('Food'), await category('Eating')];
      const description = 'd'.repeat(3_500);
      const rule = newRule({ description, actions: [setCategory(categoryId)] });
      const made = await Promise.all(
        Array.from({ length: 70 }, () => engine.send(CreateRule, rule, owner())),
      );
      await engine.forgetEvents();
      const { rules } = await deleteInto(categoryId, what === 'none' ? 'none' : other);
      expect(rules.length).toBeGreaterThan(0);
      expect(Buffer.byteLength(JSON.stringify(rules))).toBeLessThan(260_000);
      expect(await engine.publishedOf(RuleUpsertedV1)).toHaveLength(made.length);
    },
  );

  it('waits for a change of the list, so that nothing is written on what it deleted', async () => {
    const categoryId = await category('Food');
    const deletion: Promise<unknown>[] = [];
    await engine.database.transaction(async (tx) => {
      await lockList(tx, userId);
      deletion.push(deleteInto(categoryId, 'none'));
      const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
      await eventually(async () => expect(await engine.rows(waiting)).toHaveLength(1));
    });
    await Promise.all(deletion);
    await expect(
      engine.send(UpdateCategory, { categoryId, changes: { name: 'Eating' } }, owner()),
    ).rejects.toMatchObject({ detail: { kind: 'not_found' } });
  });

  it('leaves a tombstone on which no change is written', async () => {
    const id = await category('Food');
    await engine.database.transaction(async (tx) => {
      await markDeleted(tx, id, null);
      expect(await saveSources(tx, [{ id, destination_id: 4, remote_id: 'a' }])).toEqual([]);
      const changes = { name: 'Eating', group: null, hidden: false };
      await expect(saveCategory(tx, id, changes)).rejects.toThrow('is gone');
    });
  });
});
