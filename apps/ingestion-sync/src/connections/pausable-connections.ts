import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor } from '@tributary/service';
import { Connections } from './connections';
import { lockUnpausedOf } from './connections.store';
import { CONNECTING_SCOPES } from './own-connection';

/** Pauses and resumes connections with the grants of their authors; accounts of a paused connection are not synced. */
@Injectable()
export class PausableConnections implements Pausable {
  readonly kind = 'bank-connection';

  constructor(@Inject(Connections) private readonly connections: Connections) {}

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const paused = pauseFor(grant, { scopes: CONNECTING_SCOPES, accountIds: [] });
    if (!paused) return;
    for (const connection of await lockUnpausedOf(tx, grant.grantId)) {
      await this.connections.update(tx, connection, { paused: { ...paused, wasOn: true } });
    }
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const connection = await this.connections.lock(tx, id);
    if (connection?.userId !== userId || !connection.paused) return false;
    await this.connections.update(tx, connection, { author: keptBy(connection.author), paused: null });
    return true;
  }
}
