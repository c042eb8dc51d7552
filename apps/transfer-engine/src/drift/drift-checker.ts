import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { DriftCheckDocument } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ServiceLogger, Worker } from '@tributary/service';
import { DestinationFailure, FailureDetail } from '../destinations/destination.port';
import { Destinations } from '../destinations/destinations';
import { beginSending } from '../transfers/dispatch/begin-sending';
import { DISPATCH_CONFIG, type DispatchConfig } from '../transfers/dispatch/dispatch-config';
import { Lanes } from '../transfers/dispatch/lanes';
import { backoffMs } from '../transfers/dispatch/retry';
import {
  AllowanceSpentError,
  holdLease,
  LeaseLostError,
  leaseUnit,
  releaseUnit,
  UnitClaim,
} from '../transfers/dispatch/unit-claims';
import { transferLogged } from '../transfers/transfer-logged';
import { compareRows, Difference } from './compare';
import { checkUpserted, DueCheck, dueChecks, saveCheck } from './drift-checks';
import { knownKeys, noteDifferences, sentTransfers } from './sent-transfers';

const LOOK_EVERY_MS = 1000;
/** What is kept and listed; the counts are of all. */
const DIFFERENCES_MAX = 10_000;

/** What came of asking the destination. */
type Asked =
  { readonly checked: number; readonly found: Difference[] } | { readonly failure: FailureDetail | null };

/**
 * Holds what destinations have against what was sent there. A check has the unit to itself, so that nothing is under
 * way while it looks; one that is cut off is done again.
 */
@Injectable()
export class DriftChecker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;
  private readonly lanes = new Lanes(2);

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(DISPATCH_CONFIG) private readonly config: DispatchConfig,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'drift-checks',
      idleMs: LOOK_EVERY_MS,
      round: () => this.round(),
      onFailure: (error) => logger.failure('a round of drift checks failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    await this.lanes.ended();
  }

  async round(): Promise<boolean> {
    for (const due of await dueChecks(this.database)) {
      if (this.lanes.hasPlaceFor(due)) this.lanes.start(due, () => this.work(due));
    }
    return false;
  }

  private async work(due: DueCheck): Promise<void> {
    try {
      const claim = await leaseUnit(this.database, this.box, due.unitId, this.config.leaseMs);
      if (!claim) return; // another works there
      const asked = await this.ask(due, claim);
      await this.database.transaction((tx) => this.save(tx, due, claim, asked));
    } catch (error) {
      if (!(error instanceof LeaseLostError)) this.logger.failure('a drift check failed', error);
    }
  }

  private async ask(due: DueCheck, claim: UnitClaim): Promise<Asked> {
    const destination = this.destinations.of(due.destinationType);
    const { database, box, config } = this;
    const sending = beginSending({ database, box, config, destination, claim });
    try {
      const targetExternalIds = [due.targetExternalId];
      const search = { targetExternalIds, since: null, only: null };
      const rows = await sending.request((to) => destination.find(to, search));
      const sent = await sentTransfers(database, destination, due);
      const known = await knownKeys(database, due.destinationId);
      const found = compareRows(sent, rows, { externalId: due.targetExternalId, known });
      return { checked: sent.length, found };
    } catch (error) {
      if (error instanceof AllowanceSpentError) return { failure: null };
      if (error instanceof DestinationFailure) return { failure: error.detail };
      throw error;
    }
  }

  private async save(tx: Tx, due: DueCheck, claim: UnitClaim, asked: Asked): Promise<void> {
    await holdLease(tx, claim);
    const { document, again } = 'found' in asked ? completed(due, asked) : this.failed(due, asked.failure);
    const saved = await saveCheck(tx, due.id, document, again);
    await releaseUnit(tx, claim);
    if (!saved) return;
    const found = 'found' in asked ? asked.found : [];
    const noted = await noteDifferences(tx, found);
    await appendToOutbox(tx, [
      ...checkUpserted(saved, found.slice(0, DIFFERENCES_MAX)),
      ...transferLogged(noted),
    ]);
  }

  /** What may pass is tried again; the user sees why it waits. */
  private failed(
    due: DueCheck,
    failure: FailureDetail | null,
  ): { document: DriftCheckDocument; again: { inMs: number } | null } {
    const error = failure === null || failure.kind === 'rate-limited' ? RESTS : failure.reason;
    const isFinal =
      failure !== null &&
      (failure.kind === 'place-gone' ||
        failure.kind === 'unauthorized' ||
        failure.kind === 'refused' ||
        due.attempts + 1 >= this.config.attemptsMax);
    const document = { ...due.document, error };
    if (isFinal) return { document: { ...document, status: 'FAILED', finished_at: nowText() }, again: null };
    const inMs = backoffMs(due.attempts + 1, this.config, Math.random());
    return { document: { ...document, status: 'RUNNING' }, again: { inMs } };
  }
}

const RESTS = 'The destination takes no more requests for now; the check goes on later.';

function completed(due: DueCheck, { checked, found }: { checked: number; found: readonly Difference[] }) {
  const count = (kind: Difference['kind']) => found.filter((one) => one.kind === kind).length;
  const document: DriftCheckDocument = {
    ...due.document,
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
    finished_at: nowText(),
  };
  return { document, again: null };
}

function nowText(): string {
  return new Date().toISOString();
}
