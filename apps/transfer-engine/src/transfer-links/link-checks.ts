import { Caller, DestinationType, FieldErrors, mayAccess, SyncMode } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { readLinkedPairs } from './transfer-links.store';
import { lockAccounts } from '../accounts/accounts.store';
import { lockTargetTypes } from '../destinations/connections/resources/targets.store';
import { Destinations } from '../destinations/destinations';

/** The account and destination of a link, and the path prefix under which errors are reported. */
export interface LinkEnds {
  readonly path: string;
  /** The link's id, if it exists already. */
  readonly linkId?: number;
  readonly financial_account_id: number;
  readonly destination_type: DestinationType;
  readonly destination_id: number;
}

/**
 * Checks, in three statements for all links, that the accounts and destinations exist, belong to the caller and are of
 * the link's type; another user's look unknown. An account can be linked to a destination once, because a second link
 * would send every transaction twice.
 */
export async function checkLinkEnds(
  tx: Tx,
  caller: Caller,
  links: readonly LinkEnds[],
): Promise<FieldErrors> {
  const accounts = await accessibleAccounts(
    tx,
    caller,
    links.map((link) => link.financial_account_id),
  );
  const destinationIds = [...new Set(links.map((link) => link.destination_id))];
  const types = await lockTargetTypes(tx, destinationIds, caller.userId);
  const linked = await linkedPairs(tx, links);
  const errors: FieldErrors = {};
  for (const {
    path,
    linkId,
    financial_account_id: financialAccountId,
    destination_type: destinationType,
    destination_id: destinationId,
  } of links) {
    if (!accounts.has(financialAccountId)) refuse(errors, `${path}financial_account_id`);
    const pair = pairOf(financialAccountId, destinationId);
    const other = linked.get(pair);
    if (types.get(destinationId) !== destinationType) refuse(errors, `${path}destination_id`);
    else if (other !== undefined && other !== linkId) {
      errors[`${path}destination_id`] = ['The account is already linked to this destination.'];
    } else if (!(`${path}financial_account_id` in errors)) {
      if (linkId !== undefined) release(linked, linkId);
      linked.set(pair, linkId ?? 0);
    }
  }
  return errors;
}

/** Frees the pair of a link that moves, so that a later link may use it. */
function release(linked: Map<string, number>, linkId: number): void {
  for (const [pair, id] of linked) if (id === linkId) linked.delete(pair);
}

/** Refuses links that carry balances to destinations that cannot write them. */
export function checkBalances(
  destinations: Destinations,
  links: readonly (Pick<LinkEnds, 'path' | 'destination_type'> & { readonly sync_mode: SyncMode })[],
): FieldErrors {
  const refused = links.filter(
    ({ sync_mode, destination_type }) =>
      sync_mode !== 'TRANSACTIONS' && destinations.of(destination_type).writeBalance === undefined,
  );
  return Object.fromEntries(
    refused.map(({ path, destination_type: destinationType }) => [
      `${path}sync_mode`,
      [`A ${destinationType} destination holds no balances: the sync_mode must be TRANSACTIONS.`],
    ]),
  );
}

function pairOf(accountId: number, destinationId: number): string {
  return `${accountId}/${destinationId}`;
}

/**
 * Returns the accounts' links by account and destination. The accounts are locked, so that no other link is added
 * meanwhile.
 */
async function linkedPairs(tx: Tx, links: readonly LinkEnds[]): Promise<Map<string, number>> {
  const accountIds = links.map((link) => link.financial_account_id);
  const rows = await readLinkedPairs(tx, [...new Set(accountIds)]);
  return new Map(rows.map((row) => [pairOf(row.accountId, row.destinationId), row.id]));
}

function refuse(errors: FieldErrors, field: string): void {
  errors[field] = [`The selected ${field} is invalid.`];
}

/** Returns the accounts that the caller may access, locked against deletion and other new links. */
async function accessibleAccounts(tx: Tx, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const rows = await lockAccounts(tx, [...new Set(ids)]);
  return new Set(rows.filter((row) => mayAccess(caller, row)).map((row) => row.id));
}
