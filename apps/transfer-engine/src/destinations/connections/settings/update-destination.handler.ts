import { Controller, Inject } from '@nestjs/common';
import { CommandResult, UpdateDestination } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { isDeepStrictEqual } from 'node:util';
import { connectionResource } from '../connections';
import { ConnectionRow, saveSettings } from '../connections.store';
import { changedDestination, destinationUpserted, toResource } from '../resources/destination-rows';
import { changedSettings, ConnectionSettings, letsMoreThrough } from './connection-settings';
import { LinksOfConnections } from '../links.port';
import { OwnConnections } from '../own-connections';

/** Renames, disables or enables a connection, and sets whether its links write balances. */
@Controller()
export class UpdateDestinationHandler {
  constructor(
    @Inject(OwnConnections) private readonly connections: OwnConnections,
    @Inject(LinksOfConnections) private readonly links: LinksOfConnections,
  ) {}

  @OnCommand(UpdateDestination)
  async update(
    { caller, payload }: ReceivedCommand<typeof UpdateDestination>,
    tx: Tx,
  ): Promise<CommandResult<typeof UpdateDestination>> {
    const before = await this.connections.lock(tx, caller, payload, 'ends');
    const after = changedSettings(before, payload);
    if (letsMoreThrough(before, after)) {
      requireKept(before.paused);
      await this.links.requireCovered(tx, caller, payload.connectionId);
    }
    return answer(tx, before, after);
  }
}

/** Saves and publishes the settings; publishes nothing if they did not change. */
async function answer(
  tx: Tx,
  before: ConnectionRow,
  after: ConnectionSettings,
): Promise<CommandResult<typeof UpdateDestination>> {
  const { id: connectionId, user_id: userId, destination_type: destinationType } = before;
  const owner = { userId, connectionId, destinationType };
  const isSame = isDeepStrictEqual(changedSettings(before, {}), after);
  const row = isSame ? before : await saveSettings(tx, connectionId, after);
  const resources = [toResource('CONNECTION', connectionResource(row))];
  if (!isSame) await appendToOutbox(tx, destinationUpserted(owner, resources));
  return changedDestination(owner, resources);
}
