import { Caller, mayAccess, Problem, requireCover } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
import { lockLinks } from './transfer-links.store';
import { Purpose } from '../destinations/connections/own-connections';
import { carriedBy } from '../transfers/carried-data';
import { TransferLink } from './transfer-link.entity';

/**
 * Returns the link, locked.
 * @throws Problem: not_found if the caller has no such link, forbidden if they drive data that they may not read
 */
export async function lockOwnLink(
  tx: Tx,
  caller: Caller,
  id: number,
  purpose: Purpose,
): Promise<TransferLink> {
  const link = (await lockOwnLinks(tx, caller, [id])).get(id);
  if (!link) throw Problem.notFound();
  if (purpose === 'drives') requireCover(caller, carriedBy(link));
  return link;
}

/** Returns the links that the caller may access, by id, locked. */
export async function lockOwnLinks(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, TransferLink>> {
  const links = await lockLinks(tx, { id: In([...ids]), deleted: false });
  const theirs = links.filter(({ user_id: userId, financial_account_id: id }) =>
    mayAccess(caller, { id, userId }),
  );
  return new Map(theirs.map((link) => [link.id, link]));
}
