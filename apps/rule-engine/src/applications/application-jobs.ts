import { Injectable } from '@nestjs/common';
import { FieldChange } from '@tributary/contracts';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { readStatus } from '../rules/rules.store';
import { lockAccounts } from '../shaping/account-lock';
import { doChunk } from '../shaping/chunks';
import { saveShaped } from '../shaping/results/shaped-transactions';
import { readStored } from '../shaping/results/shaped-transactions.store';
import { Shaper } from '../shaping/shaper';
import { AccountPlan, StoredTransaction, storedInput } from '../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../shaping/shaping-plans.store';
import { Applied, applyToTransaction } from './apply-to-transaction';
import {
  announceApplication,
  ApplicationTask,
  finishApplication,
  RULE_APPLICATIONS,
} from './rule-applications';
import { ApplicationStep, saveStep, storedChanges } from './rule-applications.store';

/** Minimum interval between two progress messages; people who watch the progress need no more. */
const ANNOUNCE_MS = 500;

/** The job's progress: the index of the current account in the job, and the last transaction that was processed. */
interface Cursor {
  readonly account: number;
  readonly after: number;
}

type ApplicationJob = Job<ApplicationTask, Cursor>;

/**
 * Applies rules to stored transactions in chunks. Each chunk commits the new states, their events and the progress in
 * one transaction. A dry run only counts.
 */
@Injectable()
export class ApplicationJobs implements JobKind<ApplicationTask, Cursor> {
  readonly kind = RULE_APPLICATIONS;
  private announcedAt = 0;

  constructor(
    private readonly plans: ShapingPlans,
    private readonly shaper: Shaper,
    private readonly logger: ServiceLogger,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  step(job: ApplicationJob): Promise<Progress> {
    return doChunk(
      (limit, { leaveOut }) => job.save((tx) => this.chunk(tx, job, limit, leaveOut)),
      (what, error) => this.logger.failure(`rule application ${job.key}: ${what}`, error),
    );
  }

  private async chunk(tx: Tx, job: ApplicationJob, limit: number, leaveOut: boolean): Promise<Next<Cursor>> {
    const { account, after } = job.cursor ?? { account: 0, after: 0 };
    const accountId = job.payload.accountIds[account];
    if (accountId !== undefined) await lockAccounts(tx, [accountId]);
    const hindrance = accountId === undefined ? null : await whyNotApplied(tx, job.payload.ruleId);
    if (accountId === undefined || hindrance !== null) {
      await finishApplication(tx, job.key, hindrance);
      return 'done';
    }
    const stored = await readStored(tx, accountId, after, limit);
    const applied = await this.apply(tx, job, accountId, leaveOut ? [] : stored);
    await saveStep(tx, job.key, toStep(await storedChanges(tx, job.key), stored, applied));
    await this.announce(tx, job.key);
    // The account has no further rows: continue with the next account.
    const last = stored.at(-1);
    return { cursor: last ? { account, after: last.transaction.id } : { account: account + 1, after: 0 } };
  }

  private async apply(
    tx: Tx,
    { payload, trace }: ApplicationJob,
    accountId: number,
    stored: readonly StoredTransaction[],
  ): Promise<Applied[]> {
    const plan = planOf(await this.plans.load(tx, [accountId]), accountId);
    const applied = plan.isDeleted ? [] : await this.shape(tx, payload.ruleId, plan, stored);
    const results = applied.flatMap(({ result }) => result ?? []);
    const [first] = stored;
    if (!payload.dryRun && results.length > 0 && first) {
      await saveShaped(tx, [{ accountId, userId: first.userId, cause: 'RULE_APPLIED', trace, results }]);
    }
    return applied;
  }

  private async announce(tx: Tx, id: string): Promise<void> {
    if (Date.now() - this.announcedAt < ANNOUNCE_MS) return;
    await announceApplication(tx, id);
    this.announcedAt = Date.now();
  }

  private async shape(
    tx: Tx,
    ruleId: number,
    plan: AccountPlan,
    stored: readonly StoredTransaction[],
  ): Promise<Applied[]> {
    const wanted = stored.map((one) => ({ userId: one.userId, plan, input: storedInput(one, plan) }));
    const shapings = await this.shaper.shape(tx, wanted);
    const now = new Date().toISOString();
    return stored.flatMap((one, index) => {
      const shaping = shapings[index];
      return shaping ? [applyToTransaction(one, shaping, ruleId, now)] : [];
    });
  }
}

function toStep(
  listed: readonly FieldChange[],
  read: readonly StoredTransaction[],
  applied: readonly Applied[],
): ApplicationStep {
  return {
    done: read.length,
    matched: applied.filter(({ matched }) => matched).length,
    locked: applied.filter(({ locked }) => locked).length,
    changed: applied.filter((one) => one.changes.length > 0).length,
    changes: appendChanges(
      listed,
      applied.flatMap((one) => one.changes),
    ),
  };
}

/** Returns why the rule can no longer be applied, or null if it can. */
async function whyNotApplied(tx: Tx, id: number): Promise<string | null> {
  const rule = await readStatus(tx, id);
  if (!rule) return 'The rule was deleted.';
  return !rule.enabled && rule.reason !== null ? `${rule.reason} It was switched off.` : null;
}

const CHANGES_MAX = 100;
/**
 * Size limit of the listed changes. A message holds half a megabyte, and the changes share it with the other members.
 */
const BYTES_MAX = 200_000;

/** Appends changes until the list reaches its size limit: users see the first changes of an application. */
function appendChanges(listed: readonly FieldChange[], more: readonly FieldChange[]): readonly FieldChange[] {
  if (listed.length >= CHANGES_MAX || more.length === 0) return listed;
  const changes = [...listed];
  let bytes = Buffer.byteLength(JSON.stringify(listed));
  for (const change of more) {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1;
    if (changes.length >= CHANGES_MAX || bytes > BYTES_MAX) break;
    changes.push(change);
  }
  return changes;
}
