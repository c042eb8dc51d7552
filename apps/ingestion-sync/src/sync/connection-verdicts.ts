import { Injectable } from '@nestjs/common';
import { Health } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { FAILURES_UNTIL_FAILING } from '../accounts/account-health';
import { consentStatus } from '../connections/connection-state';
import { Connection } from '../connections/connection.entity';
import { Connections } from '../connections/connections';
import { summarizeSyncs, SyncSummary } from './due/due-accounts.store';

/**
 * Derives the status of a connection from the syncs of its accounts. The connection is failing if every account has
 * failed three times in a row; trouble of a single account does not count.
 */
@Injectable()
export class ConnectionVerdicts {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
  ) {}

  /**
   * Ends a connection whose provider reported that the consent is over. Only the current consent counts: a later call
   * for the same consent, or one for a replaced consent, changes nothing.
   */
  async consentEnded(connectionId: number, consentId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const connection = await this.connections.lock(tx, connectionId);
      if (connection?.consentId !== consentId) return;
      const statusMessage = 'The consent has ended; it must be given again.';
      await this.connections.move(tx, connection, { kind: 'consent_ended' }, { statusMessage });
    });
  }

  /** Call this after the due accounts of the connections were synced. */
  async decide(connectionIds: readonly number[]): Promise<void> {
    for (const id of connectionIds) await this.database.transaction((tx) => this.decideOne(tx, id));
  }

  private async decideOne(tx: Tx, id: number): Promise<void> {
    const connection = await this.connections.lock(tx, id);
    if (!connection) return;
    const verdict = await summarizeSyncs(tx, id);
    if (verdict.tried > 0) await this.judge(tx, connection, verdict);
  }

  private async judge(tx: Tx, connection: Connection, verdict: SyncSummary): Promise<void> {
    const failures = verdict.fewest_failures ?? 0;
    const change = {
      accountsLastSyncedAt: verdict.last_synced_at,
      health: connectionHealth(failures, new Date().toISOString()),
    };
    const move =
      failures >= FAILURES_UNTIL_FAILING
        ? ({ kind: 'syncs_failed' } as const)
        : ({
            kind: 'sync_succeeded',
            consent: consentStatus(connection.consentExpiresAt, Date.now()),
          } as const);
    const isRecovering = move.kind === 'sync_succeeded' && failures > 0;
    if (!isRecovering && (await this.connections.move(tx, connection, move, change))) return;
    await this.connections.update(tx, connection, change);
  }
}

function connectionHealth(failures: number, at: string): Health {
  const isFailing = failures >= FAILURES_UNTIL_FAILING;
  return {
    status: isFailing ? 'FAILING' : failures > 0 ? 'DEGRADED' : 'HEALTHY',
    integrator_message: null,
    failure_count: isFailing ? failures : 0,
    transient_message: failures > 0 ? 'The last sync of every account failed.' : null,
    transient_failure_count: failures,
    last_attempt_at: at,
  };
}
