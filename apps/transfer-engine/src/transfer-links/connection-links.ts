import { Injectable } from '@nestjs/common';
import { Caller, carriesTransactions, mayAccess, Problem, requireCover } from '@tributary/contracts';
import { OutgoingEvent } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { restartHistory } from './settings/apply-settings';
import { lockLinksInto, lockLinksMappingTo, readLinksInto, saveLinks } from './transfer-links.store';
import { DeletedLinks, LinksOfConnections } from '../destinations/connections/links.port';
import { carriedBy } from '../transfers/carried-data';
import { endLinks } from './delete-links';
import { linkUpserted, toLinkPayload } from './transfer-link-upserted';
import { TransferLink } from './transfer-link.entity';

/** A caller with the scope to delete links may delete them with their connection. */
const DELETING_LINKS = { scopes: ['transfer-links:write'], accountIds: [] };

/** The links of connections, for the commands on connections. */
@Injectable()
export class ConnectionLinks implements LinksOfConnections {
  async requireCovered(database: Queryable, caller: Caller, connectionId: number): Promise<void> {
    const links = await readLinksInto(database, connectionId);
    for (const link of links) requireCover(caller, carriedBy(link));
  }

  async planAgain(tx: Tx, connectionId: number, categoryIds: readonly number[]): Promise<OutgoingEvent[]> {
    if (categoryIds.length === 0) return [];
    const mapping = await lockLinksMappingTo(tx, connectionId, categoryIds);
    const links = mapping.filter(carriesTransactions);
    for (const link of links) {
      link.version += 1;
      restartHistory(link);
    }
    await saveLinks(tx, links);
    return links.map((link) => linkUpserted(link));
  }

  async deleteInto(tx: Tx, caller: Caller, connectionId: number): Promise<DeletedLinks> {
    const links = await lockLinksInto(tx, connectionId);
    if (links.length > 0) requireCover(caller, DELETING_LINKS);
    refuseWhile(links, caller);
    const events = await endLinks(tx, links);
    return { links: links.map(toLinkPayload), events };
  }
}

/** Refuses if a link is active, or if it belongs to an account that the token was not granted. */
function refuseWhile(links: readonly TransferLink[], caller: Caller): void {
  const held = links.filter(
    ({ active, user_id: userId, financial_account_id: id }) => active || !mayAccess(caller, { id, userId }),
  ).length;
  if (held === 0) return;
  const them = held === 1 ? 'An active transfer link points' : `${held} active transfer links point`;
  throw Problem.conflict(`${them} to this destination. Pause or delete them first.`);
}
