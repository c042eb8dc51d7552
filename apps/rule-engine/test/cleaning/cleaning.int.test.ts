import {
  AccountUpsertedV1,
  AttachRuleToAccounts,
  CommandPayload,
  CreateRule,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  TransactionDocument,
  TransactionShapedV1,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { newRule, RuleEngineHarness } from '../rule-engine.harness';
import { Cleanings1764210000011 } from '../../src/migrations/cleanings.migration';
import { CleaningJobs1764300000002 } from '../../src/migrations/rule-jobs.migrations';

const HOLDER = 'Maija Meikäläinen';
const [OWN, OTHER] = ['FI4950009420028730', 'FI2112345600000785'];
const DOCUMENT: TransactionDocument = {
  ...sampleTransaction,
  amount: '-12.40',
  debtor: { name: HOLDER, iban: OWN },
  creditor: { name: 'Kahvila', iban: OTHER },
};
const COMPUTED = '{% assign k = "creditor" %}paid to {{ [k].iban }}';

let engine: RuleEngineHarness;
let nextId = 100;
beforeAll(async () => {
  engine = await RuleEngineHarness.start({ RESHAPE_IDLE_MS: '20' });
});
afterAll(() => engine.stop());

const setting = (fieldName: string, value: string) => ({
  actionType: 'SET_FIELD' as const,
  fieldName,
  value,
});

/** A rule of an account of its own, and a transaction that it shaped. */
async function shapedBy(action: CommandPayload<typeof CreateRule>['actions'][number]) {
  const accountId = nextId++;
  const members = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  await engine.feed(AccountUpsertedV1, {
    id: accountId,
    version: 1,
    userId: 1,
    ...members,
    document: sampleAccount,
  });
  const ruleId = await engine.attachedRule([accountId], action);
  const id = nextId++;
  const transaction = { id, version: 1, ...members, document: DOCUMENT };
  const payload = { financialAccountId: accountId, userId: 1, transactions: [transaction] };
  await engine.feed(TransactionUpsertedV1, payload);
  return { accountId, ruleId, id };
}

/** Of the release before: nobody noted who made rules, and accounts are yet to be cleaned. */
async function updated(ruleIds: readonly number[]): Promise<void> {
  await engine.publishedOf(TransactionShapedV1);
  await engine.stopService();
  await engine.database.query('update rules set author = null where id = any($1::bigint[])', [ruleIds]);
  const runner = engine.database.dataSource.createQueryRunner();
  const migration = new Cleanings1764210000011();
  await migration.up(runner);
  await new CleaningJobs1764300000002().up(runner);
  await runner.release();
  await engine.startService();
}

const beginNow = () => engine.database.query(`update jobs set due_at = now() where kind = 'cleanings'`);

async function cleaned(): Promise<void> {
  await beginNow();
  await eventually(async () =>
    expect(
      await engine.database.query(`select 1 from jobs where kind = 'cleanings' and finished_at is null`),
    ).toEqual([]),
  );
}

/** The states that were published of the transaction, oldest first. */
async function statesOf(transactionId: number) {
  const messages = await engine.publishedOf(TransactionShapedV1);
  return messages.flatMap(({ transactions }) => transactions).filter(({ id }) => id === transactionId);
}

describe('after the update that keeps authors', () => {
  it('what a rule without an author wrote of identifiers and holders is taken back, and nothing else is touched', async () => {
    const computed = await shapedBy(setting('mapped_fields.payee', COMPUTED));
    const holder = await shapedBy(setting('mapped_fields.payee', 'by {{ debtor.name }}'));
    const turned = await shapedBy(setting('amount', '42.00'));
    const named = await shapedBy(setting('mapped_fields.payee', 'to {{ creditor.iban }}'));
    const harmless = await shapedBy(setting('mapped_fields.payee', '{{ creditor.name | upcase }}'));
    const authored = await shapedBy(setting('mapped_fields.payee', COMPUTED));
    const without = [computed, holder, turned, named, harmless].map(({ ruleId }) => ruleId);
    // As rules turned amounts before: without a word on who holds the account.
    await engine.database.query(
      `update shaped_transactions set shaped = (shaped::jsonb - 'holder')::json where transaction_id = $1`,
      [turned.id],
    );
    await updated(without);
    await cleaned();

    const payeeOf = async ({ id }: { id: number }) =>
      (await statesOf(id)).map(({ shaped }) => shaped?.mapped_fields.payee);
    expect(await payeeOf(computed)).toEqual([`paid to ${OTHER}`, 'paid to']);
    expect(await payeeOf(holder)).toEqual([`by ${HOLDER}`, 'by']);
    expect((await statesOf(turned.id)).at(-1)?.shaped).toMatchObject({ amount: '42.00', holder: 'debtor' });
    expect(await payeeOf(named)).toEqual([`to ${OTHER}`]);
    expect(await payeeOf(harmless)).toEqual(['KAHVILA']);
    expect(await payeeOf(authored)).toEqual([`paid to ${OTHER}`]);
  });

  it('a transaction that a later rule was never applied to stays without it', async () => {
    const clean = await shapedBy(setting('mapped_fields.payee', 'Clean'));
    const { id: later } = await engine.send(
      CreateRule,
      newRule({ actions: [setting('mapped_fields.description', 'Later')] }),
    );
    await engine.send(AttachRuleToAccounts, { ruleId: later, financialAccountIds: [clean.accountId] });
    await updated([clean.ruleId]);
    await cleaned();
    expect(await statesOf(clean.id)).toHaveLength(1);
  });

  it('begins no sooner than instances of the release before have ended, and goes on after a stop', async () => {
    const { accountId, ruleId, id } = await shapedBy(setting('mapped_fields.payee', COMPUTED));
    await updated([ruleId]);
    const [row] = await engine.database.query<{ waits: boolean }>(
      `select due_at > now() + interval '50 minutes' as waits from jobs
        where kind = 'cleanings' and key = $1::text`,
      [accountId],
    );
    expect(row).toEqual({ waits: true });
    await engine.stopService();
    await beginNow();
    await engine.startService();
    await cleaned();
    expect((await statesOf(id)).map(({ shaped }) => shaped?.mapped_fields.payee)).toEqual([
      `paid to ${OTHER}`,
      'paid to',
    ]);
  });
});
