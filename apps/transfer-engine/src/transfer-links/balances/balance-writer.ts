import { Inject, Injectable } from '@nestjs/common';
import { LeaseLostError } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ServiceLogger } from '@tributary/service';
import { lockLink, saveLinks } from '../transfer-links.store';
import {
  DueBalance,
  dueBalances,
  nextBalanceInMs,
  postponeBalanceWrite,
  saveBalanceWrite,
} from './balance-writes.store';
import { recordObservation } from '../../destinations/connections/connection-health';
import { Destinations } from '../../destinations/destinations';
import { balanceKey } from '../../destinations/import-id';
import { linkUpserted } from '../transfer-link-upserted';
import { TransferLink } from '../transfer-link.entity';
import { DISPATCH_CONFIG, type DispatchConfig } from '../../transfers/dispatch/dispatch-config';
import { failedOutcome } from '../../transfers/dispatch/sending/sending';
import { beginSending } from '../../transfers/dispatch/sending/begin-sending';
import { holdLease, leaseUnit, releaseUnit, UnitClaim } from '../../transfers/dispatch/units/unit-claims';
import { UnitLeases } from '../../transfers/dispatch/units/unit-leases';
import { UnitWorker } from '../../transfers/dispatch/units/unit-worker';
import { BalanceOutcome, BalanceResult, balanceResult } from './balance-result';

/** Minimum pause between rounds: transfers commit constantly, but few are the last of their link. */
const SPACING_MS = 500;

/** Writes the balances of accounts to the destinations of links that carry them, under the same leases as transfers. */
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
    // A balance is due only after its link's transfers were sent, so changes of these tables matter.
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
      if (!claim) return; // another process has leased the unit
      await this.leases.during(claim.lease, async () => {
        await this.postponeOthers(due);
        const outcome = await this.write(due, claim);
        await this.database.transaction((tx) => this.save(tx, due, claim, outcome));
      });
    } catch (error) {
      if (!(error instanceof LeaseLostError)) this.logger.failure('writing a balance failed', error);
    }
  }

  /**
   * Postpones the write in the database first. If this process loses its lease, another one then waits until our
   * request must have ended, because the destination would accept the key twice.
   */
  private async postponeOthers(due: DueBalance): Promise<void> {
    const { destinationType: type } = due;
    if (this.destinations.of(type).refusesKnownKeys) return;
    await postponeBalanceWrite(this.database, due, this.config.requestMs[type]);
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
    const link = await lockLink(tx, { id: due.linkId, deleted: false });
    const result = balanceResult(due.attempts, outcome, this.config, Math.random());
    const isSaved = await saveBalanceWrite(tx, due, result);
    // If a newer snapshot replaced this one, only the newer is published.
    if (link && isSaved) await this.publish(tx, link, due, result);
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
    await saveLinks(tx, [link]);
    await appendToOutbox(tx, [linkUpserted(link)]);
  }
}
