import { Controller, Inject } from '@nestjs/common';
import { CommandResult, DeleteDestination } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { connectionResource } from './connections';
import { changedDestination, destinationUpserted, toResource } from './resources/destination-rows';
import { forgetConnection } from './granted-connections';
import { forgetPlaces } from './resources/listed-places';
import { LinksOfConnections } from './links.port';
import { OwnConnections } from './own-connections';

/**
 * Deletes a connection with its credentials and its paused links. An active link refuses the deletion, so that its
 * transfers do not end unnoticed. Rows at the destination remain.
 */
@Controller()
export class DeleteDestinationHandler {
  constructor(
    @Inject(OwnConnections) private readonly connections: OwnConnections,
    @Inject(LinksOfConnections) private readonly links: LinksOfConnections,
  ) {}

  @OnCommand(DeleteDestination)
  async delete(
    { caller, payload }: ReceivedCommand<typeof DeleteDestination>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteDestination>> {
    const { user_id: userId, destination_type: type } = await this.connections.lock(
      tx,
      caller,
      payload,
      'ends',
    );
    const { connectionId } = payload;
    // Deletes the targets first: their row locks make this wait for a link that is being created.
    const places = await forgetPlaces(tx, { userId, connectionId, type });
    const { links, events } = await this.links.deleteInto(tx, caller, connectionId);
    const connection = await forgetConnection(tx, connectionId);
    const resources = [toResource('CONNECTION', connectionResource(connection)), ...places];
    const owner = { userId, connectionId, destinationType: type };
    await appendToOutbox(tx, [...destinationUpserted(owner, resources), ...events]);
    return { destination: changedDestination(owner, resources), links };
  }
}
