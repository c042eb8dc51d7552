import {
  Author,
  Caller,
  Carried,
  carriedFor,
  DestinationType,
  FieldErrors,
  mayAccess,
  SyncMode,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Destinations } from '../destinations/destinations';

/** What a link names of the caller's, and under which field path a mistake is reported. */
export interface LinkEnds {
  readonly path: string;
  /** The link itself, where it exists already. */
  readonly linkId?: number;
  readonly financialAccountId: number;
  readonly destinationType: DestinationType;
  readonly destinationId: number;
}

/**
 * Checks, in three statements for all links, that the accounts and the destinations exist, are the caller's, and are of
 * the link's type; another user's look like unknown ones. An account can be linked to a destination once: a second link
 * would send every transaction there twice.
 */
export async function checkLinkEnds(
  tx: Tx,
  caller: Caller,
  links: readonly LinkEnds[],
): Promise<FieldErrors> {
  const accounts = await accessibleAccounts(
    tx,
    caller,
    links.map((link) => link.financialAccountId),
  );
  const types = await destinationTypes(
    tx,
    caller,
    links.map((link) => link.destinationId),
  );
  const linked = await linkedPairs(tx, links);
  const errors: FieldErrors = {};
  for (const { path, linkId, financialAccountId, destinationType, destinationId } of links) {
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

/** A link that moves leaves its pair to the links after it. */
function release(linked: Map<string, number>, linkId: number): void {
  for (const [pair, id] of linked) if (id === linkId) linked.delete(pair);
}

interface Carrying {
  readonly financialAccountId: number;
  readonly syncMode: SyncMode;
}

/** What a link needs to read: its account's transactions, its balances, or both. */
export function neededBy({ financialAccountId, syncMode }: Carrying): Carried {
  const scopes = ['accounts:read', ...(syncMode === 'BALANCE' ? [] : ['transactions:read'])];
  return { scopes, accountIds: [financialAccountId] };
}

/** What a link carries: what it needs, and sensitive fields, as far as its author may read them. */
export function carriedBy(link: Carrying & { readonly author: Author }): Carried {
  const { scopes, accountIds } = neededBy(link);
  return carriedFor(link.author, { scopes: [...scopes, 'sensitive:read'], accountIds });
}

/** Links that carry balances to destinations which cannot hold any. */
export function checkBalances(
  destinations: Destinations,
  links: readonly (Pick<LinkEnds, 'path' | 'destinationType'> & { readonly syncMode: SyncMode })[],
): FieldErrors {
  const refused = links.filter(
    ({ syncMode, destinationType }) =>
      syncMode !== 'TRANSACTIONS' && destinations.of(destinationType).writeBalance === undefined,
  );
  return Object.fromEntries(
    refused.map(({ path, destinationType }) => [
      `${path}sync_mode`,
      [`A ${destinationType} destination holds no balances: the sync_mode must be TRANSACTIONS.`],
    ]),
  );
}

function pairOf(accountId: number, destinationId: number): string {
  return `${accountId}/${destinationId}`;
}

/** The links that the accounts have, by account and destination; the locked accounts keep others from adding one. */
async function linkedPairs(tx: Tx, links: readonly LinkEnds[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: number; accountId: number; destinationId: number }>(
    `select id, financial_account_id as "accountId", destination_id as "destinationId"
       from transfer_links where financial_account_id = any($1) and not deleted`,
    [[...new Set(links.map((link) => link.financialAccountId))]],
  );
  return new Map(rows.map((row) => [pairOf(row.accountId, row.destinationId), row.id]));
}

function refuse(errors: FieldErrors, field: string): void {
  errors[field] = [`The selected ${field} is invalid.`];
}

/** Locked against a deletion, or another new link, in the meantime. */
async function accessibleAccounts(tx: Tx, caller: Caller, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.query<{ id: number; userId: number }>(
    `select id, user_id as "userId" from accounts where id = any($1) and not deleted order by id for no key update`,
    [[...new Set(ids)]],
  );
  return new Set(rows.filter((row) => mayAccess(caller, row)).map((row) => row.id));
}

async function destinationTypes(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, DestinationType>> {
  const rows = await tx.query<{ id: number; destination_type: DestinationType }>(
    `select id, destination_type from destination_targets where id = any($1) and user_id = $2 and not deleted
      order by id for share`,
    [[...new Set(ids)], caller.userId],
  );
  return new Map(rows.map((row) => [row.id, row.destination_type]));
}
