import { Inject, Injectable } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Database, leaseEnd, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ServiceLogger } from '@tributary/service';
import { recordObservation } from '../destinations/connection-health';
import { Destinations } from '../destinations/destinations';
import { balanceKey } from '../destinations/import-id';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { DISPATCH_CONFIG, type DispatchConfig } from '../transfers/dispatch/dispatch-config';
import { failedOutcome } from '../transfers/dispatch/sending';
import { beginSending } from '../transfers/dispatch/begin-sending';
import {
  holdLease,
  leaseUnit,
  LeaseLostError,
  releaseUnit,
  UnitClaim,
} from '../transfers/dispatch/unit-claims';
import { UnitLeases } from '../transfers/dispatch/unit-leases';
import { UnitWorker } from '../transfers/dispatch/unit-worker';
import { DueBalance, dueBalances, nextBalanceInMs } from './due-balances';
import { BalanceOutcome, BalanceResult, balanceResult } from './balance-result';

/** Transfers are committed all the time, and few of them are the last of their link. */
const SPACING_MS = 500;

/** Writes the accounts' balances to the destinations of links that want it, under the same leases as transfers. */
@Injectable()
export class BalanceWriter extends UnitWorker<DueBalance> {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(UnitLeases) private readonly leases: UnitLeases,
    @Inject(DISPATCH_CONFIG) private readonly config: DispatchConfig,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void => logger.failure('a round of writing balances failed', error);
    // A balance waits until the transfers of its link are done.
    const tables = ['balance_writes', 'transfers', 'destination_connections', 'dispatch_leases'];
    const options = { name: 'balances', spacingMs: Math.max(config.pollMs, SPACING_MS), onFailure };
    super(config.slots, options, { database, tables });
  }

  protected findWork(): Promise<DueBalance[]> {
    return dueBalances(this.database);
  }

  protected override dueInMs(): Promise<number | null> {
    return nextBalanceInMs(this.database);
  }

  protected async work(due: DueBalance): Promise<void> {
    try {
      const claim = await leaseUnit(this.database, this.box, due.unitId, this.config.leaseMs);
      if (!claim) return; // another works there
      await this.leases.during(claim, async () => {
        await this.postponeOthers(due);
        const outcome = await this.write(due, claim);
        await this.database.transaction((tx) => this.save(tx, due, claim, outcome));
      });
    } catch (error) {
      if (!(error instanceof LeaseLostError)) this.logger.failure('writing a balance failed', error);
    }
  }

  /**
   * A destination that would take the key twice may still be at our request when another process takes over from us: that
   * one waits until the request must have ended.
   */
  private async postponeOthers({
    destinationType: type,
    linkId,
    snapshotVersion,
  }: DueBalance): Promise<void> {
    if (this.destinations.of(type).refusesKnownKeys) return;
    await this.database.execute(
      `update balance_writes set due_at = ${leaseEnd('$3')} where link_id = $1 and snapshot_version = $2`,
      [linkId, snapshotVersion, this.config.requestMs[type]],
    );
  }

  private async write(due: DueBalance, claim: UnitClaim): Promise<BalanceOutcome> {
    const destination = this.destinations.of(due.destinationType);
    const write = destination.writeBalance?.bind(destination);
    if (!write) return { kind: 'rejected', reason: 'This destination cannot hold balances.' };
    const { snapshot, linkId, destinationId, snapshotVersion, targetExternalId } = due;
    const { database, box } = this;
    const sending = beginSending({ database, box, destination, claim });
    try {
      return await sending.request((to) =>
        write(to, {
          key: balanceKey(linkId, destinationId, snapshotVersion),
          targetExternalId,
          date: snapshot.snapshotAt.slice(0, 10),
          currency: snapshot.currency,
          cleared: snapshot.cleared,
          available: snapshot.available,
          memo: snapshot.memo,
        }),
      );
    } catch (error) {
      const outcome = failedOutcome(error);
      if (outcome.kind !== 'rejected') return outcome;
      return sending.refusedRow({
        reason: outcome.reason,
        content: null,
        date: snapshot.snapshotAt.slice(0, 10),
      });
    }
  }

  private async save(tx: Tx, due: DueBalance, claim: UnitClaim, outcome: BalanceOutcome): Promise<void> {
    await holdLease(tx, claim);
    const link = await tx.manager.findOne(TransferLink, {
      where: { id: due.linkId, deleted: false },
      lock: { mode: 'pessimistic_write' },
    });
    const result = balanceResult(due.attempts, outcome, this.config, Math.random());
    const changed = await tx.execute(
      `update balance_writes
          set state = $3, attempts = $4, due_at = clock_timestamp() + make_interval(secs => $5::float8 / 1000)
        where link_id = $1 and snapshot_version = $2`,
      [due.linkId, due.snapshotVersion, result.state, result.attempts, result.dueInMs],
    );
    // A newer snapshot replaced it meanwhile: that one is published.
    if (link && changed > 0) await this.publish(tx, link, due, result);
    if (outcome.kind === 'failed' && outcome.failure.kind !== 'target-gone') {
      await recordObservation(tx, claim.unit.connectionId, outcome.failure);
    }
    await releaseUnit(tx, claim);
  }

  private async publish(
    tx: Tx,
    link: TransferLink,
    { snapshot }: DueBalance,
    { state, error }: BalanceResult,
  ): Promise<void> {
    const { cleared, currency, snapshotAt } = snapshot;
    const written_at = state === 'WRITTEN' ? new Date().toISOString() : null;
    link.balance = { state, cleared, currency, snapshot_at: snapshotAt, written_at, error };
    link.version += 1;
    await tx.manager.save(TransferLink, link);
    await appendToOutbox(tx, [linkUpserted(link)]);
  }
}
