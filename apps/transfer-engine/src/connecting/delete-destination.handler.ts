import { Controller } from '@nestjs/common';
import {
  Caller,
  CommandResult,
  DeleteDestination,
  mayAccess,
  Problem,
  requireCover,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { endLinks } from '../linking/delete-links';
import { toLinkPayload } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';
import { connectionResource } from '../destinations/connections';
import { changedDestination, destinationUpserted, toResource } from '../destinations/destination-rows';
import { forgetConnection } from './granted-connections';
import { forgetPlaces } from './listed-places';
import { lockOwnConnection } from './own-connection';

/** A caller who may delete links deletes them with their connection. */
const DELETING_LINKS = { scopes: ['transfer-links:write'], accountIds: [] };

/**
 * Forgets a connection with its credentials. While an active link carries transactions there it is refused: they would
 * end without anybody having said so. Paused links are deleted with it. What was sent stays where it is.
 */
@Controller()
export class DeleteDestinationHandler {
  @OnCommand(DeleteDestination)
  async delete(
    { caller, payload }: ReceivedCommand<typeof DeleteDestination>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteDestination>> {
    const { user_id: userId, destination_type: type } = await lockOwnConnection(tx, caller, payload, 'ends');
    const { connectionId } = payload;
    // First: who is making a link to one of these places holds it, and is waited for.
    const places = await forgetPlaces(tx, { userId, connectionId, type });
    const links = await linksInto(tx, connectionId);
    if (links.length > 0) requireCover(caller, DELETING_LINKS);
    refuseWhile(links, caller);
    const ended = await endLinks(tx, links);
    const connection = await forgetConnection(tx, connectionId);
    const resources = [toResource('CONNECTION', connectionResource(connection)), ...places];
    const owner = { userId, connectionId, destinationType: type };
    await appendToOutbox(tx, [...destinationUpserted(owner, resources), ...ended]);
    return { destination: changedDestination(owner, resources), links: links.map(toLinkPayload) };
  }
}

/** Links of accounts that the token was not granted are not its to delete, paused or not. */
function refuseWhile(links: readonly TransferLink[], caller: Caller): void {
  const held = links.filter(
    ({ active, userId, financialAccountId: id }) => active || !mayAccess(caller, { id, userId }),
  ).length;
  if (held === 0) return;
  const them = held === 1 ? 'An active transfer link points' : `${held} active transfer links point`;
  throw Problem.conflict(`${them} to this destination. Pause or delete them first.`);
}

/** The links that point at something in the connection, locked. */
function linksInto(tx: Tx, connectionId: number): Promise<TransferLink[]> {
  return tx.manager
    .createQueryBuilder(TransferLink, 'l')
    .setLock('pessimistic_write')
    .where('not l.deleted')
    .andWhere(
      `l.destination_id in (select t.id from destination_targets t
                              join destination_units u on u.id = t.unit_id where u.connection_id = :connectionId)`,
      { connectionId },
    )
    .orderBy('l.id')
    .getMany();
}
