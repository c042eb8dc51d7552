import {
  AccountUpsertedV1,
  ApplyRule,
  AttachRule,
  Caller,
  CommandResult,
  CreateRule,
  DeleteRule,
  EventPayload,
  ownerOf,
  RuleLogEntry,
  RuleLoggedV1,
  SAMPLE_TIME,
  sampleAccount,
  sampleTransaction,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
  TransactionUpsertedV1,
  TransferLinkUpsertedV1,
  UndoRuleLogs,
  UpdateRule,
} from '@tributary/contracts';
import { deleteOldRows } from '@tributary/persistence';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';
import { LOGS } from '../../src/shaping/results/rule-logs.store';

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

const transactionId = (n = 1): number => accountId * 1000 + n;

async function sync(version: number, document: Partial<TransactionDocument> = {}, n = 1): Promise<void> {
  const transaction = {
    id: transactionId(n),
    version,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: { ...sampleTransaction, ...document },
  };
  const payload: EventPayload<typeof TransactionUpsertedV1> = {
    financialAccountId: accountId,
    userId: 1,
    transactions: [transaction],
  };
  await engine.feed(TransactionUpsertedV1, payload);
}

async function logs(): Promise<RuleLogEntry[]> {
  const messages = await engine.publishedOf(RuleLoggedV1);
  return messages.flatMap((message) => message.logs).sort((a, b) => a.id - b.id);
}

async function now(n = 1): Promise<ShapedTransaction> {
  const messages = await engine.publishedOf(TransactionShapedV1);
  const versions = messages
    .flatMap(({ transactions }) => transactions)
    .filter(({ id }) => id === transactionId(n));
  const newest = versions.sort((a, b) => a.shapedVersion - b.shapedVersion).at(-1);
  if (!newest) throw new Error('nothing was shaped');
  return newest;
}

const undo = (ids: number[], caller?: Caller): Promise<CommandResult<typeof UndoRuleLogs>> =>
  engine.send(UndoRuleLogs, { ruleLogIds: ids }, caller);

async function addLink(id: number): Promise<number> {
  const { sample } = TransferLinkUpsertedV1;
  const document = { ...sample.document, financial_account_id: accountId };
  await engine.feed(TransferLinkUpsertedV1, { ...sample, id, document });
  return id;
}

describe('undoing what a rule did', () => {
  it('reverts the change, logs it, and a sync does not restore it', async () => {
    await engine.attachedRule([accountId], payee('Coffee'));
    await sync(1);
    const [log] = await logs();
    const { results, shaped } = await undo([log?.id ?? 0]);
    expect(results).toMatchObject([
      {
        success: true,
        error: null,
        log: {
          financialAccountId: accountId,
          kind: 'UNDONE',
          undoes: log?.id,
          previousValue: 'Coffee',
          newValue: 'Kahvila Oy',
        },
      },
    ]);
    expect(shaped).toMatchObject([
      { cause: 'RULE_UNDONE', transactions: [{ shaped: null, shapedVersion: 2 }] },
    ]);
    expect(await now()).toMatchObject({ shaped: null, raw: sampleTransaction });
    await sync(2, { additional_information: 'more' });
    expect(await now()).toMatchObject({ shaped: null, shapedVersion: 3 });
    expect((await logs()).map(({ kind }) => kind)).toEqual(['APPLIED', 'UNDONE']);
  });

  it('newest first restores everything, to the byte; undoing the older one first is refused and names the newer', async () => {
    await engine.attachedRule([accountId], payee('One'));
    await engine.attachedRule([accountId], payee('Two'));
    await engine.attachedRule([accountId], {
      ...payee('{{ mapped_fields.payee }}!'),
      field_name: 'additional_information',
    });
    await sync(1);
    const raw = JSON.stringify((await now()).raw);
    const ids = (await logs()).map(({ id }) => id);
    const [first = 0, second = 0, third = 0] = ids;
    const refusedFirst = (await undo([first])).results;
    expect(refusedFirst).toMatchObject([{ success: false, error: 'later_change', log: null }]);
    expect(refusedFirst[0]?.message).toContain(`rule log ${second}.`);
    expect(refusedFirst[0]?.laterRuleLogId).toBe(second);
    const { results } = await undo([third, second, first]);
    expect(results.map(({ success }) => success)).toEqual([true, true, true]);
    const after = await now();
    expect([after.shaped, JSON.stringify(after.raw)]).toEqual([null, raw]);
  });

  it('restores its field only: effects of a deleted rule stay, and a rule attached since does not run', async () => {
    await engine.attachedRule([accountId], payee('Coffee'));
    const deleted = await engine.attachedRule([accountId], {
      ...payee('by a rule that is gone'),
      field_name: 'additional_information',
    });
    await sync(1);
    const [log] = await logs();
    await engine.send(DeleteRule, { ruleId: deleted });
    await engine.attachedRule([accountId], { ...payee('Newer'), field_name: 'creditor.name' });
    await undo([log?.id ?? 0]);
    const { shaped, raw } = await now();
    expect(shaped).toEqual({ ...raw, additional_information: 'by a rule that is gone' });
    expect((await logs()).map(({ kind }) => kind)).toEqual(['APPLIED', 'APPLIED', 'UNDONE']);
  });

  it('undoes many newest first, in whatever order they are sent, and answers in that order', async () => {
    await engine.attachedRule([accountId], payee('One'));
    await engine.attachedRule([accountId], payee('Two'));
    await sync(1);
    const ids = (await logs()).map(({ id }) => id);
    const { results } = await undo(ids);
    expect(results.map(({ ruleLogId, success }) => [ruleLogId, success])).toEqual(
      ids.map((id) => [id, true]),
    );
    expect((await now()).shaped).toBeNull();
    const reversals = (await logs()).filter(({ kind }) => kind === 'UNDONE');
    expect(reversals.map(({ undoes, previousValue, newValue }) => [undoes, previousValue, newValue])).toEqual(
      [
        [ids[1], 'Two', 'One'],
        [ids[0], 'One', 'Kahvila Oy'],
      ],
    );
  });

  it('keeps the field if the bank or the user has set another value since', async () => {
    await engine.attachedRule([accountId], payee('Coffee'));
    await sync(1);
    const [log] = await logs();
    const mine = { ...sampleTransaction.mapped_fields, payee: 'Mine' };
    await sync(2, { mapped_fields: mine, edited_fields: ['mapped_fields.payee'] });
    const { results } = await undo([log?.id ?? 0]);
    expect(results).toMatchObject([{ success: true, log: { previousValue: 'Mine', newValue: 'Mine' } }]);
    await sync(3, { mapped_fields: { ...mine, payee: 'Coffee' } });
    expect(await now()).toMatchObject({ shaped: null, raw: { mapped_fields: { payee: 'Coffee' } } });
  });

  it('gives a link its account’s value again, and keeps what its own rules set', async () => {
    const link = await addLink(accountId + 7000);
    await engine.attachedRule([accountId], payee('Coffee'));
    const { id: ruleId } = await engine.send(
      CreateRule,
      newRule({ actions: [{ ...payee('of the link'), field_name: 'additional_information' }] }),
    );
    await engine.send(AttachRule, { rule_id: ruleId, targets: { kind: 'link', ids: [link] } });
    await sync(1);
    const [ofAccount, ofLink] = await logs();
    await undo([ofAccount?.id ?? 0]);
    const { outputs } = await now();
    expect(outputs).toMatchObject([
      { document: { mapped_fields: { payee: 'Kahvila Oy' }, additional_information: 'of the link' } },
    ]);
    await undo([ofLink?.id ?? 0]);
    const after = await now();
    expect(after).toMatchObject({ shaped: null, outputs: [{ document: null, hash: after.hash }] });
  });

  it('restores a name that the author of the rule may not read', async () => {
    const creditor = { name: 'Maija Virtanen' };
    const blind: Caller = { ...ownerOf(1), scopes: ['rules:write', 'accounts:read', 'transactions:read'] };
    await engine.attachedRule([accountId], { ...payee('Someone'), field_name: 'creditor.name' }, blind);
    await sync(1, { amount: '12.00', creditor });
    const [log] = await logs();
    expect(log).toMatchObject({ previousValue: null, newValue: 'Someone' });
    await undo([log?.id ?? 0]);
    expect(await now()).toMatchObject({ shaped: null, raw: { creditor } });
  });

  it('reports each failure separately: foreign, unknown, repeated and irreversible logs are results, too', async () => {
    await engine.attachedRule([accountId], payee('Coffee'));
    await sync(1);
    const link = await addLink(accountId + 7000);
    const { id: ruleId } = await engine.send(
      CreateRule,
      newRule({ actions: [{ action_type: 'SKIP_TRANSFER', field_name: null, value: null }] }),
    );
    await engine.send(AttachRule, { rule_id: ruleId, targets: { kind: 'link', ids: [link] } });
    await sync(2);
    const all = await logs();
    const applied = all.find(({ actionType }) => actionType === 'SET_FIELD')?.id ?? 0;
    const skipped = all.find(({ actionType }) => actionType === 'SKIP_TRANSFER')?.id ?? 0;
    const { results } = await undo([999_999, skipped, applied, applied]);
    expect(results.map(({ error }) => error)).toEqual(['not_found', 'not_undoable', null, 'already_undone']);
    expect((await undo([applied], ownerOf(2))).results[0]?.error).toBe('not_found');
    expect((await undo([applied], { ...ownerOf(1), accountIds: [5] })).results[0]?.error).toBe('not_found');
    const reversal = (await logs()).find(({ kind }) => kind === 'UNDONE')?.id ?? 0;
    expect((await undo([reversal])).results[0]?.error).toBe('not_undoable');
  });

  it('undoes a destination’s field on its link only, which changes the link’s output', async () => {
    const link = await addLink(accountId + 7000);
    const { id: ruleId } = await engine.send(
      CreateRule,
      newRule({ actions: [{ action_type: 'SET_BUDGETA_FIELD', field_name: 'memo', value: 'by rule' }] }),
    );
    await engine.send(AttachRule, { rule_id: ruleId, targets: { kind: 'link', ids: [link] } });
    await sync(1);
    const before = (await now()).outputs[0];
    expect(before?.destinationFields).toEqual({ memo: 'by rule' });
    const [log] = await logs();
    expect((await undo([log?.id ?? 0])).results[0]).toMatchObject({
      success: true,
      log: { transferLinkId: link, previousValue: 'by rule', newValue: null },
    });
    const after = (await now()).outputs[0];
    expect(after?.destinationFields).toEqual({});
    expect(after?.hash).not.toBe(before?.hash);
  });

  it('stays in force when the rule changes elsewhere, and ends with a new action', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('Coffee'));
    await sync(1);
    await undo((await logs()).map(({ id }) => id));
    await engine.send(UpdateRule, { rule_id: ruleId, name: 'Renamed', actions: [payee('Coffee')] });
    await sync(2, { additional_information: 'more' });
    expect((await now()).shaped).toBeNull();
    await engine.send(UpdateRule, { rule_id: ruleId, actions: [payee('Tea')] });
    await sync(3, { additional_information: 'still more' });
    expect((await now()).shaped?.mapped_fields.payee).toBe('Tea');
  });

  it('stays in force in later shaping: a rule applied to history, a new link', async () => {
    const ruleId = await engine.attachedRule([accountId], payee('Coffee'));
    await sync(1);
    await undo((await logs()).map(({ id }) => id));
    await engine.send(ApplyRule, { ruleId, dryRun: false, financialAccountIds: null });
    await addLink(accountId + 7000);
    const after = await now();
    expect(after).toMatchObject({ shaped: null, outputs: [{ document: null, hash: after.hash }] });
    expect((await logs()).map(({ kind }) => kind)).toEqual(['APPLIED', 'UNDONE']);
  });

  it('stays in force for a removed transaction that returns', async () => {
    await engine.attachedRule([accountId], payee('Coffee'));
    await sync(1);
    await undo((await logs()).map(({ id }) => id));
    await engine.database.execute('update shaped_transactions set removed = true where transaction_id = $1', [
      transactionId(),
    ]);
    await sync(2, { additional_information: 'back' });
    expect(await now()).toMatchObject({ removed: false, shaped: null });
  });

  it('concurrent with syncs of the same transaction loses no change, and logs each reversal once', async () => {
    await engine.attachedRule([accountId], payee('{{ additional_information }}'));
    for (let round = 0; round < 5; round += 1) await sync(1, { additional_information: 'v1' }, round);
    const ids = (await logs()).map(({ id }) => id);
    const [, ...undone] = await Promise.all([
      (async () => {
        for (let version = 2; version <= 12; version += 1) {
          for (let n = 0; n < 5; n += 1) await sync(version, { additional_information: `v${version}` }, n);
        }
      })(),
      ...ids.map((id) => undo([id])),
      ...ids.map((id) => undo([id])),
    ]);
    const outcomes = undone.flatMap(({ results }) => results);
    const reversals = (await logs()).filter(({ kind }) => kind === 'UNDONE');
    // If a sync committed first, its newer log must be undone first, so both attempts were refused.
    const successes = outcomes.filter(({ success }) => success).map(({ ruleLogId }) => ruleLogId);
    expect(reversals.map(({ undoes }) => undoes).sort()).toEqual([...new Set(successes)].sort());
    expect(successes).toHaveLength(new Set(successes).size);
    for (let n = 0; n < 5; n += 1) {
      const last = await now(n);
      expect(last.raw.additional_information).toBe('v12');
      const suppressed = reversals.some(({ transactionId: of }) => of === transactionId(n));
      expect(last.shaped?.mapped_fields.payee ?? last.raw.mapped_fields.payee).toBe(
        suppressed ? 'Kahvila Oy' : 'v12',
      );
    }
  });
});

it('stays in force after its log is deleted', async () => {
  await engine.attachedRule([accountId], payee('Cafe'));
  await sync(1);
  await undo((await logs()).map(({ id }) => id));
  await engine.database.execute(`update rule_logs set created_at = now() - interval '31 days'`);
  for (const log of LOGS) await deleteOldRows(engine.database, { ...log, days: 30 }, 5000);
  expect(await engine.database.query('select id from rule_logs')).toEqual([]);

  await sync(2, { additional_information: 'again' });
  const { raw, shaped } = await now();
  expect(raw.additional_information).toBe('again');
  expect(shaped?.mapped_fields.payee ?? raw.mapped_fields.payee).not.toBe('Cafe');
});
