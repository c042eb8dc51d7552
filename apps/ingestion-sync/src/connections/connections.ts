import { ConnectionStatus } from '@tributary/contracts';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Injectable } from '@nestjs/common';
import { syncsBalances } from '../accounts/accounts.store';
import { ConnectionsOfAccounts } from '../accounts/connections.port';
import { Providers } from '../providers/providers';
import { connectionChanged } from './connection-events';
import { ConnectionMove, ConnectionTransition, findMove } from './connection-state';
import { Connection } from './connection.entity';
import { connectionsAt, lockConnection, saveConnection } from './connections.store';

/** The members of a connection that change together with its state. */
export type ConnectionChange = Partial<
  Pick<
    Connection,
    | 'statusMessage'
    | 'name'
    | 'reference'
    | 'consentId'
    | 'consentSecret'
    | 'consentExpiresAt'
    | 'maxHistoricalDays'
    | 'accessValidForDays'
    | 'activatedAt'
    | 'accountsLastSyncedAt'
    | 'health'
    | 'author'
    | 'paused'
    | 'setupRenewal'
    | 'syncBalances'
  >
>;

/** Changes connections: each change of a row raises its version and is published in the same transaction. */
@Injectable()
export class Connections implements ConnectionsOfAccounts {
  constructor(private readonly providers: Providers) {}

  /** Locks the connection until the end of the transaction, so that its transitions happen one after another. */
  lock(tx: Tx, id: number): Promise<Connection | null> {
    return lockConnection(tx, id);
  }

  /** Locks connections in the order of their ids. */
  async lockAll(tx: Tx, ids: readonly number[]): Promise<Connection[]> {
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    const locked: Connection[] = [];
    for (const id of sorted) {
      const connection = await this.lock(tx, id);
      if (connection) locked.push(connection);
    }
    return locked;
  }

  /** Makes the transition if the table of statuses has it; false if there is nothing to do. */
  async move(
    tx: Tx,
    connection: Connection,
    move: ConnectionMove,
    change: ConnectionChange,
  ): Promise<boolean> {
    const transition = findMove(connection.status, move);
    if (!transition) return false;
    await this.apply(tx, connection, transition, change);
    return true;
  }

  async apply(
    tx: Tx,
    connection: Connection,
    transition: ConnectionTransition,
    change: ConnectionChange,
  ): Promise<void> {
    Object.assign(connection, { status: transition.status, statusMessage: null, ...change });
    connection.enabled = isEnabled(transition.status);
    await this.save(tx, connection, transition.event);
  }

  /** Changes details, without a new status for clients. */
  async update(tx: Tx, connection: Connection, change: ConnectionChange): Promise<void> {
    Object.assign(connection, change);
    await this.save(tx, connection, null);
  }

  atInstitution(tx: Tx, userId: number, institutionId: number): Promise<number[]> {
    return connectionsAt(tx, userId, institutionId);
  }

  async following<T>(tx: Tx, ids: readonly number[], change: () => Promise<T>): Promise<T> {
    const locked = await this.lockAll(tx, ids);
    const changed = await change();
    for (const connection of locked) await this.followAccounts(tx, connection);
    return changed;
  }

  /** Updates and publishes `sync_balances` after a change of the connection's accounts, if it changed. */
  async followAccounts(tx: Tx, connection: Connection): Promise<void> {
    const syncBalances = (await syncsBalances(tx, connection.id)) ?? connection.syncBalances;
    if (syncBalances !== connection.syncBalances) await this.update(tx, connection, { syncBalances });
  }

  private async save(
    tx: Tx,
    connection: Connection,
    published: ConnectionTransition['event'],
  ): Promise<void> {
    connection.version += 1;
    connection.updatedAt = new Date();
    await saveConnection(tx, connection);
    await appendToOutbox(tx, [
      connectionChanged(connection, this.providers.find(connection.provider), published),
    ]);
  }
}

function isEnabled(status: ConnectionStatus): boolean {
  return status !== 'DISABLED';
}
