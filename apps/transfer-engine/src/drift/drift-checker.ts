import { Inject, Injectable } from '@nestjs/common';
import { DESTINATION_TYPES, DriftCheckDocument } from '@tributary/contracts';
import { Job, JobRunner, Next, Progress } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { expectedAt } from '../destinations/mapping/content-differences';
import { noteFound, readKeys, readSent } from '../transfers/transfers.store';
import { checkUpserted, driftChecksAt } from './drift-checks';
import { OpenCheck, readOpenCheck, saveCheck } from './drift-checks.store';
import { Destination, DestinationFailure, FailureDetail } from '../destinations/destination.port';
import { Destinations } from '../destinations/destinations';
import { beginSending } from '../transfers/dispatch/sending/begin-sending';
import { DISPATCH_CONFIG, type DispatchConfig } from '../transfers/dispatch/dispatch-config';
import { backoffMs } from '../transfers/dispatch/retry';
import { UnitLeases } from '../transfers/dispatch/units/unit-leases';
import {
  holdLease,
  leaseUnit,
  PostponedError,
  releaseUnit,
  UnitClaim,
} from '../transfers/dispatch/units/unit-claims';
import { LoggedTransfer, toEntry, transferLogged } from '../transfers/transfer-logged';
import { compareRows, Difference, SentTransfer } from './compare';

const AT_ONCE_AT_A_TYPE = 2;
/** Pause before a check tries a busy unit again. */
const BUSY_MS = 1000;
/** Longest pause of a blocked check; the user may end the block by connecting again. */
const BLOCKED_MS_MAX = 10_000;
/** Differences that are published with a check; the counts include all. */
const DIFFERENCES_MAX = 10_000;

/** The result of one comparison. */
type Result =
  { readonly checked: number; readonly found: Difference[] } | { readonly failure: FailureDetail | null };

/** Failed attempts so far. */
interface Cursor {
  readonly attempts: number;
}

type DriftJob = Job<unknown, Cursor>;

/**
 * Compares the destinations' rows with the sent ones. A check leases the unit, so that no transfer is sent during the
 * check; an interrupted check starts again.
 */
@Injectable()
export class DriftChecker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(UnitLeases) private readonly leases: UnitLeases,
    @Inject(DISPATCH_CONFIG) private readonly config: DispatchConfig,
    @Inject(JobRunner) jobs: JobRunner,
  ) {
    // Each type has its own slots, so that a destination whose servers hang does not block others (see
    // `JobRunner.claim`).
    for (const type of DESTINATION_TYPES)
      jobs.add({
        kind: driftChecksAt(type),
        atOnce: AT_ONCE_AT_A_TYPE,
        step: (job: DriftJob) => this.step(job),
      });
  }

  private async step(job: DriftJob): Promise<Progress> {
    const check = await readOpenCheck(this.database, Number(job.key));
    if (!check) return job.save(() => Promise.resolve('done'));
    if (check.blockedMs > 0) return later(job, Math.min(check.blockedMs, BLOCKED_MS_MAX));
    const claim = await leaseUnit(this.database, this.box, check.unitId, this.config.leaseMs);
    if (!claim) return later(job, BUSY_MS);
    return this.leases.during(claim.lease, async () => {
      const result = await this.compare(check, claim);
      return job.save((tx) => this.save(tx, job, check, claim, result));
    });
  }

  private async compare(check: OpenCheck, claim: UnitClaim): Promise<Result> {
    const destination = this.destinations.of(check.destinationType);
    const { database, box } = this;
    const sending = beginSending({ database, box, destination, claim });
    try {
      const targetExternalIds = [check.targetExternalId];
      const search = { targetExternalIds, since: null, only: null };
      const rows = await sending.request((to) => destination.find(to, search));
      const sent = await sentTransfers(database, destination, check);
      const known = await readKeys(database, check.destinationId);
      const found = compareRows(sent, rows, { externalId: check.targetExternalId, known });
      return { checked: sent.length, found };
    } catch (error) {
      if (error instanceof PostponedError) return { failure: null };
      if (error instanceof DestinationFailure) return { failure: error.detail };
      throw error;
    }
  }

  private async save(
    tx: Tx,
    job: DriftJob,
    check: OpenCheck,
    claim: UnitClaim,
    result: Result,
  ): Promise<Next<Cursor>> {
    await holdLease(tx, claim);
    const attempts = (job.cursor?.attempts ?? 0) + 1;
    const document =
      'found' in result
        ? completed(check.document, result)
        : failed(check.document, result.failure, attempts >= this.config.attemptsMax);
    const saved = await saveCheck(tx, check.id, document);
    await releaseUnit(tx, claim);
    if (!saved) return 'done';
    const found = 'found' in result ? result.found : [];
    const noted = await noteDifferences(tx, found);
    await appendToOutbox(tx, [
      ...checkUpserted(saved, found.slice(0, DIFFERENCES_MAX)),
      ...transferLogged(noted),
    ]);
    if (document.finished_at !== null) return 'done';
    return { cursor: { attempts }, afterMs: backoffMs(attempts, this.config, Math.random()) };
  }
}

/**
 * Returns the sent rows of the link's destination. A row with a pending update is compared with the content sent
 * before.
 */
async function sentTransfers(
  database: Queryable,
  destination: Destination,
  check: { readonly linkId: number; readonly destinationId: number; readonly targetExternalId: string },
): Promise<SentTransfer[]> {
  const rows = await readSent(database, check.linkId, check.destinationId);
  return rows.map(({ content, heldContent, ...row }) => ({
    ...row,
    targetExternalId: check.targetExternalId,
    expected: heldContent ?? (content === null ? null : expectedAt(destination, content)),
  }));
}

/**
 * Records the differences at the transfers: a row that the user deleted is not updated any more and can be created
 * again by hand; fields that they changed are left unchanged.
 * @returns the transfers to publish
 */
async function noteDifferences(tx: Tx, found: readonly Difference[]): Promise<LoggedTransfer[]> {
  const noted = found.flatMap(({ kind, transferId, fields }) => {
    if (transferId === null || kind === 'MOVED') return [];
    return [{ id: transferId, gone: kind !== 'CHANGED', fields }];
  });
  if (noted.length === 0) return [];
  const rows = await noteFound(tx, noted);
  return rows.map((row) => ({ accountId: row.accountId, userId: row.userId, entry: toEntry(row) }));
}

function later(job: DriftJob, afterMs: number): Promise<Progress> {
  return job.save(() => Promise.resolve({ cursor: job.cursor ?? { attempts: 0 }, afterMs }));
}

const RESTS = 'The destination accepts no more requests for now; the check goes on later.';

/** A temporary failure leaves the check open and shows the user why it is delayed. */
function failed(
  document: DriftCheckDocument,
  failure: FailureDetail | null,
  isLastAttempt: boolean,
): DriftCheckDocument {
  const error = failure === null || failure.kind === 'rate-limited' ? RESTS : failure.reason;
  const isFinal = failure !== null && (isLastAttempt || FINAL.includes(failure.kind));
  if (!isFinal) return { ...document, error, status: 'RUNNING' };
  return { ...document, error, status: 'FAILED', finished_at: new Date().toISOString() };
}

const FINAL: readonly FailureDetail['kind'][] = ['target-gone', 'unauthorized', 'refused'];

function completed(
  document: DriftCheckDocument,
  { checked, found }: { readonly checked: number; readonly found: readonly Difference[] },
): DriftCheckDocument {
  const count = (kind: Difference['kind']) => found.filter((one) => one.kind === kind).length;
  return {
    ...document,
    status: 'COMPLETED',
    checked,
    differences: {
      missing: count('MISSING'),
      deleted: count('DELETED'),
      changed: count('CHANGED'),
      moved: count('MOVED'),
      extra: count('EXTRA'),
    },
    error: null,
    finished_at: new Date().toISOString(),
  };
}
