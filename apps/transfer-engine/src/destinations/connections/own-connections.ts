import { Inject, Injectable } from '@nestjs/common';
import { Caller, DestinationType, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { ConnectionRow, lockConnection } from './connections.store';
import { LinksOfConnections } from './links.port';

/**
 * The kind of a command on links or connections. `drives`: it causes data to be read or sent, or changes the target, so
 * the caller must be allowed to read that data. `ends`: it only stops sending.
 */
export type Purpose = 'drives' | 'ends';

/** Connections for the commands of their owners. */
@Injectable()
export class OwnConnections {
  constructor(@Inject(LinksOfConnections) private readonly links: LinksOfConnections) {}

  /**
   * Returns the caller's connection of this type, locked.
   * @throws Problem: not found, also for another user's connection; forbidden if the caller may not read what its links
   * carry
   */
  async lock(
    tx: Tx,
    caller: Caller,
    { destinationType, connectionId }: { destinationType: DestinationType; connectionId: number },
    purpose: Purpose,
  ): Promise<ConnectionRow> {
    const connection = await lockConnection(tx, connectionId);
    const isTheirs = connection?.user_id === caller.userId && connection.destination_type === destinationType;
    if (!connection || !isTheirs) throw Problem.notFound();
    if (purpose === 'drives') await this.links.requireCovered(tx, caller, connectionId);
    return connection;
  }

  /**
   * Checks that the caller may replace the connection's credentials: only its owner resumes a paused connection.
   * @throws Problem
   */
  async requireRenewable(tx: Tx, caller: Caller, connectionId: number): Promise<void> {
    const connection = await lockConnection(tx, connectionId);
    if (caller.grant) requireKept(connection?.paused ?? null);
    await this.links.requireCovered(tx, caller, connectionId);
  }
}
