import { Inject, Injectable } from '@nestjs/common';
import { Database, Tx } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { NEAR_END_MS } from '../connection-state';
import { Connections } from '../connections';
import { lockEndingConsents } from '../connections.store';

const CONNECTIONS_PER_ROUND = 100;

/** Checks periodically which consents end soon or have ended. */
@Injectable()
export class ConsentWatch extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
    logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) config: IngestionSyncConfig,
  ) {
    super({
      name: 'consent-watch',
      idleMs: config.sync.consentWatchMs,
      onFailure: (error) => logger.failure('consents could not be looked through', error),
    });
  }

  protected override async round(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const noticed = await lockEndingConsents(tx, NEAR_END_MS, CONNECTIONS_PER_ROUND);
      for (const { id, ended } of noticed) await this.publish(tx, id, ended);
      return noticed.length === CONNECTIONS_PER_ROUND;
    });
  }

  private async publish(tx: Tx, id: number, ended: boolean): Promise<void> {
    const connection = await this.connections.lock(tx, id);
    if (!connection) return;
    const statusMessage = ended ? 'The consent has ended; it must be given again.' : 'The consent ends soon.';
    const kind = ended ? 'consent_ended' : 'consent_near_end';
    await this.connections.move(tx, connection, { kind }, { statusMessage });
  }
}
