import { Injectable } from '@nestjs/common';
import {
  AccountsCursor,
  FIRST_ACCOUNT,
  Job,
  JobKind,
  JobRunner,
  Next,
  nextInAccounts,
  Progress,
} from '@tributary/jobs';
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
import { ApplicationTask, applications } from './rule-applications';
import { saveChanges, storedChanges } from './rule-applications.store';

type ApplicationJob = Job<ApplicationTask, AccountsCursor>;

/**
 * Applies rules to stored transactions in chunks. Each chunk commits the new states, their events and the progress in
 * one transaction. A dry run only counts.
 */
@Injectable()
export class ApplicationJobs implements JobKind<ApplicationTask, AccountsCursor> {
  readonly kind = applications.kind;

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

  private async chunk(
    tx: Tx,
    job: ApplicationJob,
    limit: number,
    leaveOut: boolean,
  ): Promise<Next<AccountsCursor>> {
    const cursor = job.cursor ?? FIRST_ACCOUNT;
    const accountId = job.payload.accountIds[cursor.account];
    if (accountId !== undefined) await lockAccounts(tx, [accountId]);
    const hindrance = accountId === undefined ? null : await whyNotApplied(tx, job.payload.ruleId);
    if (accountId === undefined || hindrance !== null) {
      await applications.finish(tx, job.key, hindrance);
      return 'done';
    }
    const stored = await readStored(tx, accountId, cursor.after, limit);
    const applied = await this.apply(tx, job, accountId, leaveOut ? [] : stored);
    await addChanges(tx, job.key, applied);
    await applications.saveStep(tx, job.key, countsOf(stored, applied));
    return { cursor: nextInAccounts(cursor, stored.at(-1)?.transaction.id) };
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

function countsOf(read: readonly StoredTransaction[], applied: readonly Applied[]) {
  return {
    transactions_done: read.length,
    transactions_matched: applied.filter(({ matched }) => matched).length,
    transactions_locked: applied.filter(({ locked }) => locked).length,
    transactions_changed: applied.filter((one) => one.changes.length > 0).length,
  };
}

/** Stores changes until the list reaches its size limit: users see the first changes of an application. */
async function addChanges(tx: Tx, id: string, applied: readonly Applied[]): Promise<void> {
  const more = applied.flatMap(({ changes }) => changes);
  if (more.length === 0) return;
  const changes = [...(await storedChanges(tx, id))];
  let bytes = Buffer.byteLength(JSON.stringify(changes));
  for (const change of more) {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1;
    if (changes.length >= CHANGES_MAX || bytes > BYTES_MAX) break;
    changes.push(change);
  }
  await saveChanges(tx, id, changes);
}

/** Returns why the rule can no longer be applied, or null if it can. */
async function whyNotApplied(tx: Tx, id: number): Promise<string | null> {
  const rule = await readStatus(tx, id);
  if (!rule) return 'The rule was deleted.';
  return !rule.enabled && rule.reason !== null ? `${rule.reason} It was switched off.` : null;
}

const CHANGES_MAX = 100;
/**
 * Maximum size of the listed changes. A message has at most half a megabyte, which the changes share with other
 * members.
 */
const BYTES_MAX = 200_000;
