import { sampleTransaction, SAMPLE_TIME } from '@tributary/contracts';
import { TransientError } from '@tributary/persistence';
import { ENDLESS_VALUE } from '../../slow-rules';
import { NO_ACCOUNT_FACTS, transactionFacts } from '../../../src/evaluation/documents/facts';
import { RuleDefinition } from '../../../src/evaluation/rule-definition';
import { FULL_SIGHT } from '../../../src/evaluation/documents/sight';
import { Request, RuleEndedError, RuleWorker } from '../../../src/evaluation/workers/rule-worker';
import { PoolOptions, ShareBusyError, WorkerPool } from '../../../src/evaluation/workers/worker-pool';

const LIMITS = { stepMs: 300, jobMs: 1_000, memoryMb: 64 };
const OPTIONS: PoolOptions = { ...LIMITS, workers: 2, waitingMax: 2, idleMs: 60_000 };
const LONG: PoolOptions = { ...OPTIONS, stepMs: 60_000, jobMs: 60_000 };

function rule(id: number, value: string): RuleDefinition {
  return {
    id,
    version: 1,
    sight: FULL_SIGHT,
    trigger_on_any_condition: false,
    skip_other_rules_when_triggered: false,
    conditions: [],
    actions: [{ id: 1, action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value }],
  };
}

function shaping(rules: readonly RuleDefinition[], transactions = 1): Request<'shape'> {
  const facts = transactionFacts(
    { id: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME },
    17,
    NO_ACCOUNT_FACTS,
  );
  const input = { document: sampleTransaction, facts, suppressions: [] };
  const plan = { accountRules: rules.map((_, index) => index), links: [] };
  const inputs = Array.from({ length: transactions }, () => ({ plan: 0, input }));
  return { name: 'shape', task: { plans: [plan], inputs }, rules };
}

const quick = () => shaping([rule(1, 'Quick')]);
const endless = (id = 9) => shaping([rule(id, ENDLESS_VALUE)]);

async function ended(job: Promise<unknown>): Promise<RuleEndedError> {
  const error = await job.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof RuleEndedError) return error;
  throw new Error(`the job was not ended: ${String(error)}`);
}

describe('rules in worker threads', () => {
  let pool: WorkerPool;
  const pooled = (options: PoolOptions) => (pool = new WorkerPool(options));
  afterEach(() => pool.close());

  it('shape by the rules, which are sent to them once', async () => {
    pooled(OPTIONS);
    for (let time = 0; time < 2; time += 1) {
      const [shaping] = await pool.run(null, quick());
      expect(shaping?.shaped?.mapped_fields).toMatchObject({ payee: 'Quick' });
    }
  });

  it('run the current version of a changed rule', async () => {
    pooled({ ...OPTIONS, workers: 1 });
    await pool.run(null, quick());
    const [shaping] = await pool.run(null, { ...quick(), rules: [{ ...rule(1, 'Changed'), version: 2 }] });
    expect(shaping?.shaped?.mapped_fields).toMatchObject({ payee: 'Changed' });
  });

  it('end a rule that is too slow on one transaction, name it, and continue with another thread', async () => {
    pooled({ ...OPTIONS, workers: 1 });
    const error = await ended(pool.run(null, shaping([rule(1, 'Quick'), rule(9, ENDLESS_VALUE)])));
    expect([error.reason, error.running?.id]).toEqual(['step', 9]);
    expect(error.message).toContain('300 ms');
    expect(await pool.run(null, quick())).toHaveLength(1);
  });

  it('keep this process free while a rule runs', async () => {
    pooled(OPTIONS);
    await pool.run(null, quick());
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    await ended(pool.run(null, endless()));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('end rules that only together exceed the limit of a batch, however short each transaction is', async () => {
    pooled({ ...OPTIONS, stepMs: 60_000, jobMs: 300 });
    expect((await ended(pool.run(null, endless()))).reason).toBe('job');
  });

  it('end a thread that uses too much memory, and continue with another', async () => {
    pooled({ ...LONG, memoryMb: 32 });
    const many = Array.from({ length: 1_500 }, (_, id) =>
      rule(id + 10, `${'{{ amount }} '.repeat(300)}${id}`),
    );
    expect((await ended(pool.run(null, shaping(many)))).reason).toBe('memory');
    expect(await pool.run(null, quick())).toHaveLength(1);
  });

  it('continue after a thread that ended by itself', async () => {
    const worker = new RuleWorker(LONG);
    pooled(OPTIONS);
    await worker.run(quick());
    const job = worker.run(endless());
    worker.end('died');
    expect((await ended(job)).reason).toBe('died');
    expect(worker.isDead).toBe(true);
  });

  it('make a user wait for their own jobs, and no other user', async () => {
    pooled(LONG);
    const jobs = [endless(8), endless(9)].map((one) => pool.run('a', one).catch((error: unknown) => error));
    expect(await pool.run('b', quick())).toHaveLength(1);
    pool.close();
    await Promise.all(jobs);
  });

  it('refuse a user’s jobs beyond the maximum of waiting ones', async () => {
    pooled(LONG);
    const jobs = [7, 8, 9].map((id) => pool.run('a', endless(id)).catch((error: unknown) => error));
    await expect(pool.run('a', quick())).rejects.toThrow(ShareBusyError);
    pool.close();
    await Promise.all(jobs);
  });

  it('close immediately while a rule runs: the job may be requested again', async () => {
    pooled(LONG);
    await pool.run(null, quick());
    const jobs = [pool.run('a', endless()), pool.run('a', quick())];
    pool.close();
    for (const job of jobs) await expect(job).rejects.toThrow(TransientError);
    await expect(pool.run('a', quick())).rejects.toThrow(TransientError);
  });

  it('report a rule that no longer compiles as a failing rule, not as a stuck thread', async () => {
    pooled(OPTIONS);
    const pattern = 'a{0,1000}'.repeat(109);
    const conditions = Array.from({ length: 100 }, () => ({
      transaction_type: 'ANY' as const,
      field_name: 'mapped_fields.payee',
      operator: 'matches' as const,
      value: pattern,
    }));
    const [shaping_] = await pool.run(null, shaping([{ ...rule(9, 'Never'), conditions }]));
    expect(shaping_?.effects).toMatchObject([{ kind: 'FAILED', ruleId: 9 }]);
  });
});
