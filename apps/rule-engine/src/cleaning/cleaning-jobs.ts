import { Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { isOther } from '../applications/apply-to-transaction';
import { sightOf } from '../evaluation/sight';
import { authorOfRule } from '../rules/rule-author';
import { loadRules } from '../rules/rules';
import { lockAccounts } from '../shaping/account-lock';
import { doChunk } from '../shaping/chunks';
import { readStored, saveShaped } from '../shaping/shaped-transactions';
import { Shaper } from '../shaping/shaper';
import { hasEffectOf, reshapedInFull, storedInput, StoredTransaction } from '../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../shaping/shaping-plans';
import { showsHidden } from './shows-hidden';

/** The last transaction that was looked at. */
interface Cursor {
  readonly after: number;
}

type CleaningJob = Job<{ readonly accountId: number }, Cursor>;

/**
 * Takes back what rules from before authors were kept wrote of identifiers and holders' names: such transactions are shaped
 * again by the rules of now, which see neither. Every other transaction stays as it was shaped. The new states, their
 * events and the cursor are one transaction. A migration leaves the jobs.
 */
@Injectable()
export class CleaningJobs implements JobKind<CleaningJob['payload'], Cursor> {
  readonly kind = 'cleanings';

  constructor(
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly logger: ServiceLogger,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  step(job: CleaningJob): Promise<Progress> {
    return doChunk(
      (limit, { leaveOut }) => job.save((tx) => this.chunk(tx, job, limit, leaveOut)),
      (what, error) => this.logger.failure(`cleaning ${job.key}: ${what}`, error),
    );
  }

  private async chunk(tx: Tx, job: CleaningJob, limit: number, leaveOut: boolean): Promise<Next<Cursor>> {
    const { accountId } = job.payload;
    await lockAccounts(tx, [accountId]);
    const stored = await readStored(tx, accountId, job.cursor?.after ?? 0, limit);
    const last = stored.at(-1);
    if (!last) return 'done';
    if (!leaveOut) await this.clean(tx, accountId, stored);
    return { cursor: { after: last.transaction.id } };
  }

  private async clean(tx: Tx, accountId: number, stored: readonly StoredTransaction[]): Promise<void> {
    const showing = stored.filter(({ transaction }) => showsHidden(transaction));
    const [first] = showing;
    if (!first) return;
    const { userId } = first;
    const blind = await rulesThatSeeLess(tx, userId);
    const written = showing.filter(({ effects }) => blind.some((id) => hasEffectOf(effects, id)));
    const plan = planOf(await this.plans.load(tx, [accountId]), accountId);
    if (written.length === 0 || plan.isDeleted) return;
    const wanted = written.map((one) => ({ userId, plan, input: storedInput(one, plan) }));
    const shapings = await this.shaper.shape(tx, wanted);
    const now = new Date().toISOString();
    const results = written.flatMap((one, place) => {
      const shaping = shapings[place];
      const result = shaping && reshapedInFull(one, shaping, now);
      return result && isOther(one, result) ? [result] : [];
    });
    await saveShaped(tx, [{ accountId, userId, cause: 'RULE_APPLIED', trace: undefined, results }]);
  }
}

/** The user's rules of which no author is known, and that see neither identifiers nor holders' names since. */
async function rulesThatSeeLess(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('select id from rules where user_id = $1 and author is null', [
    userId,
  ]);
  const rules = await loadRules(
    tx,
    rows.map(({ id }) => id),
  );
  return rules.filter((rule) => !sightOf(authorOfRule(rule)).identifiers).map(({ id }) => id);
}
