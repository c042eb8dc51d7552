import { Injectable } from '@nestjs/common';
import {
  CommandResult,
  ConnectionChangedV1,
  DeleteConnection,
  EventPayload,
  UpdateConnection,
} from '@tributary/contracts';
import { appendToOutbox, event, ReceivedCommand } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { lockAccountsOf } from '../accounts/accounts.store';
import { deleteAccounts } from './removal/delete-accounts';
import { Providers } from '../providers/providers';
import { connectionDeleted, connectionPayload } from './connection-events';
import { ConnectionMove, consentStatus, decideMove } from './connection-state';
import { Connection } from './connection.entity';
import { Connections } from './connections';
import { deleteConnection } from './connections.store';
import { lockOwn } from './own-connection';
import { noLongerWanted, pendingConsents } from './consents/consents.store';

type Changed = EventPayload<typeof ConnectionChangedV1>;

/** A user's changes of a connection that need no call to its provider. Each method is one command. */
@Injectable()
export class ConnectionChanges {
  constructor(
    private readonly connections: Connections,
    private readonly providers: Providers,
  ) {}

  /** The accounts of a connection that is enabled become due at once: a sync that was due in between is not missed. */
  async update({ payload, caller }: ReceivedCommand<typeof UpdateConnection>, tx: Tx): Promise<Changed> {
    const connection = await lockOwn(tx, this.connections, caller, payload.connectionId);
    const { reference = connection.reference, enabled } = payload;
    const name = payload.name === undefined ? connection.name : payload.name?.trim() || null;
    if (name !== connection.name || reference !== connection.reference) {
      await this.connections.update(tx, connection, { name, reference });
    }
    if (enabled === undefined) return this.payloadOf(connection, null);
    const consent = consentStatus(connection.consentExpiresAt, Date.now());
    return this.move(tx, connection, enabled ? { kind: 'enabled', consent } : { kind: 'disabled' });
  }

  /** Deletes the connection, its accounts and all their data; its consent is ended in the background. */
  async delete(
    { payload, caller }: ReceivedCommand<typeof DeleteConnection>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteConnection>> {
    const connection = await lockOwn(tx, this.connections, caller, payload.connectionId);
    const accounts = await deleteAccounts(tx, await lockAccountsOf(tx, [connection.id]));
    await this.endConsents(tx, connection);
    const deleted = connectionDeleted(connection, this.providers.find(connection.provider));
    await deleteConnection(tx, connection.id);
    await appendToOutbox(tx, [event(ConnectionChangedV1, connection.id, deleted)]);
    return { connection: deleted, accounts };
  }

  private async move(tx: Tx, connection: Connection, move: ConnectionMove): Promise<Changed> {
    const transition = decideMove(connection.status, move);
    await this.connections.apply(tx, connection, transition, {});
    return this.payloadOf(connection, transition.event);
  }

  /** Ends the current consent and a pending one. */
  private async endConsents(tx: Tx, connection: Connection): Promise<void> {
    await noLongerWanted(tx, connection.provider, connection);
    for (const consent of await pendingConsents(tx, connection))
      await noLongerWanted(tx, connection.provider, consent);
  }

  private payloadOf(connection: Connection, published: Changed['event']): Changed {
    return connectionPayload(connection, this.providers.find(connection.provider), published);
  }
}
