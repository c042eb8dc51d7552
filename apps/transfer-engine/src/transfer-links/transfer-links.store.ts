import { Author, NO_CURRENCY, SyncMode, UnmappedCategory } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { FindOptionsWhere, In, MoreThan, Not, SelectQueryBuilder } from 'typeorm';
import { joinAccounts } from '../accounts/accounts.store';
import {
  joinTargets,
  joinUnits,
  STATED_CURRENCY,
  targetsOfConnection,
} from '../destinations/connections/resources/targets.store';
import { COUNT_CURRENCY_WAITS, COUNT_UNMAPPED } from '../transfers/transfers.store';
import { TransferLink } from './transfer-link.entity';

/** Returns the link, locked until the transaction ends. */
export function lockLink(tx: Tx, where: FindOptionsWhere<TransferLink>): Promise<TransferLink | null> {
  return tx.manager.findOne(TransferLink, { where, lock: { mode: 'pessimistic_write' } });
}

/**
 * Returns the links, locked until the transaction ends, in the order of their ids: one order for all callers prevents
 * deadlocks.
 */
export function lockLinks(tx: Tx, where: FindOptionsWhere<TransferLink>): Promise<TransferLink[]> {
  return tx.manager.find(TransferLink, {
    where,
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

/** Returns the accounts' links that write balances, locked. */
export function lockBalanceLinks(tx: Tx, accountIds: readonly number[]): Promise<TransferLink[]> {
  const ofAccounts = { financial_account_id: In([...accountIds]) };
  return lockLinks(tx, { ...ofAccounts, deleted: false, active: true, sync_mode: Not('TRANSACTIONS') });
}

/** Query for links `l` that are not deleted, locked until the transaction ends, in the order of their ids. */
function lockedLinks(tx: Tx): SelectQueryBuilder<TransferLink> {
  return tx.manager
    .createQueryBuilder(TransferLink, 'l')
    .setLock('pessimistic_write')
    .where('not l.deleted')
    .orderBy('l.id');
}

/** Returns the links to targets of the connection, locked. */
export function lockLinksInto(tx: Tx, connectionId: number): Promise<TransferLink[]> {
  return lockedLinks(tx)
    .andWhere(`l.destination_id in (${targetsOfConnection(':connectionId')})`, { connectionId })
    .getMany();
}

/** Returns the links into the connection that map to one of these of its categories, locked. */
export function lockLinksMappingTo(
  tx: Tx,
  connectionId: number,
  categoryIds: readonly number[],
): Promise<TransferLink[]> {
  return lockedLinks(tx)
    .andWhere(`l.destination_id in (${targetsOfConnection(':connectionId')})`, { connectionId })
    .andWhere(
      `exists (select 1 from jsonb_to_recordset(l.category_map) as m(destination_category_id bigint)
                where m.destination_category_id = any(:categoryIds))`,
      { categoryIds: [...categoryIds] },
    )
    .getMany();
}

/** Returns the grant's links that are not paused, locked. */
export function lockLinksOfGrant(tx: Tx, grantId: string): Promise<TransferLink[]> {
  return lockedLinks(tx)
    .andWhere(`l.author ->> 'grantId' = :grantId and l.paused is null`, { grantId })
    .getMany();
}

/** Locks and returns the links that no other transaction has locked. */
export function lockFreeLinks(tx: Tx, ids: readonly number[]): Promise<TransferLink[]> {
  return lockedLinks(tx)
    .andWhere('l.id in (:...ids)', { ids: [...ids] })
    .setOnLocked('skip_locked')
    .getMany();
}

/**
 * Locks and returns up to `limit` links above an id whose history is open, except those that another transaction has
 * locked.
 */
export function lockOpenHistories(tx: Tx, after: number, limit: number): Promise<TransferLink[]> {
  return lockedLinks(tx)
    .andWhere(`l.history ->> 'state' in ('WAITING', 'SHAPING', 'CARRYING')`)
    .andWhere('l.id > :after', { after })
    .limit(limit)
    .setOnLocked('skip_locked')
    .getMany();
}

/** Inserts links and sets their ids and times. */
export async function insertLinks(
  tx: Tx,
  links: readonly Omit<TransferLink, 'id' | 'created_at' | 'updated_at'>[],
): Promise<TransferLink[]> {
  const rows = links.map((link) => tx.manager.create(TransferLink, link));
  await tx.manager.insert(TransferLink, rows);
  return rows;
}

export async function saveLinks(tx: Tx, links: readonly TransferLink[]): Promise<void> {
  await tx.manager.save(TransferLink, [...links]);
}

/** First step of a user's erasure: stops all sending by the user's links. */
export async function deactivateLinksOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.execute('update transfer_links set active = false where user_id = $1', [userId]);
}

/** The data that a link carries, and the author of the link. */
export interface CarryingRow {
  readonly author: Author;
  readonly sync_mode: SyncMode;
  readonly financial_account_id: number;
}

/** Returns the links to targets of the connection. */
export function readLinksInto(database: Queryable, connectionId: number): Promise<CarryingRow[]> {
  return database.query<CarryingRow>(
    `select l.author, l.sync_mode, l.financial_account_id
       from transfer_links l
       ${joinTargets('l.destination_id')}
       ${joinUnits('d.unit_id')}
      where u.connection_id = $1 and not l.deleted order by l.id`,
    [connectionId],
  );
}

/** The account and the target of a link. */
export interface LinkedPair {
  readonly id: number;
  readonly accountId: number;
  readonly destinationId: number;
}

/** The links of the accounts. */
export function readLinkedPairs(tx: Tx, accountIds: readonly number[]): Promise<LinkedPair[]> {
  return tx.query<LinkedPair>(
    `select id, financial_account_id as "accountId", destination_id as "destinationId"
       from transfer_links where financial_account_id = any($1) and not deleted`,
    [accountIds],
  );
}

/** The currencies of a link's account and destination. */
export interface EndCurrencies {
  readonly account: string | null;
  /** The currency that the destination states. */
  readonly stated: string | null;
  /** The currency of the destination's other links. */
  readonly ofOthers: string | null;
  /**
   * Identifies the object that has one currency: the unit if its type states currencies (a budget), else the target (a
   * sheet).
   */
  readonly scope: string;
}

/** Returns the currencies of each link, in the order of the links, which may be new. */
export async function readEndCurrencies(
  tx: Tx,
  links: readonly {
    readonly financial_account_id: number;
    readonly destination_id: number;
    /** The link's id, if it exists already. */
    readonly linkId?: number;
  }[],
): Promise<EndCurrencies[]> {
  if (links.length === 0) return [];
  return tx.query<EndCurrencies>(
    `select nullif(a.currency, '${NO_CURRENCY}') as account, ${STATED_CURRENCY} as stated, others.currency as "ofOthers",
            case when u.document ? 'currency' then 'unit ' || u.id else 'target ' || d.id end as scope
       from jsonb_to_recordset($1) as l(number integer, "accountId" bigint, "destinationId" bigint, "linkId" bigint)
       left ${joinAccounts('l."accountId"')}
       left ${joinTargets('l."destinationId"')}
       left ${joinUnits('d.unit_id')}
       left join lateral (
              select counts.currency
                from transfer_links o
                ${joinTargets('o.destination_id', 'od')}
                left ${joinAccounts('o.financial_account_id', 'oa')}
               cross join lateral (select coalesce(o.destination_currency, nullif(oa.currency, '${NO_CURRENCY}')) as currency) as counts
               where not o.deleted and o.id is distinct from l."linkId"
                 and case when u.document ? 'currency' then od.unit_id = u.id else od.id = d.id end
                 and counts.currency is not null
               order by o.destination_currency is null, o.id
               limit 1) as others on true
      order by l.number`,
    [
      JSON.stringify(
        links.map(
          ({ financial_account_id: financialAccountId, destination_id: destinationId, linkId }, number) => ({
            number,
            accountId: financialAccountId,
            destinationId,
            linkId,
          }),
        ),
      ),
    ],
  );
}

/** What is counted of a link's transfers. */
export interface LinkCount {
  readonly linkId: number;
  /** Transfers that wait for a rate or a currency choice. */
  readonly waiting: number;
  readonly unmapped: readonly UnmappedCategory[];
}

/** Returns the counts of up to `limit` links whose published counts differ. */
export async function readChangedCounts(tx: Tx, limit: number): Promise<ReadonlyMap<number, LinkCount>> {
  const rows = await tx.query<LinkCount>(
    `with waits as (${COUNT_CURRENCY_WAITS}), unmapped as (${COUNT_UNMAPPED}), counted as (
       select link_id from waits union select link_id from unmapped
       union select id from transfer_links where waiting_for_currency > 0
       union select id from transfer_links where unmapped_categories <> '[]')
     select l.id as "linkId", coalesce(w.waiting, 0) as waiting, coalesce(u.counts, '[]') as unmapped
       from counted c
       join transfer_links l on l.id = c.link_id
       left join waits w on w.link_id = l.id
       left join unmapped u on u.link_id = l.id
      where not l.deleted
        and (l.waiting_for_currency <> coalesce(w.waiting, 0) or l.unmapped_categories <> coalesce(u.counts, '[]'))
      order by 1 limit $1`,
    [limit],
  );
  return new Map(rows.map((row) => [row.linkId, row]));
}

/** Queries for a replay of all links: their number, and the rows above an id. */
export const ALL_LINKS = {
  totalSql: 'select count(*) as count from transfer_links',
  nextRowsQuery: (tx: Tx, after: number, take: number): Promise<TransferLink[]> =>
    tx.manager.find(TransferLink, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take }),
} as const;

/** SQL: the ids of the user `$1`'s links. */
export const LINKS_OF_USER = 'select id from transfer_links where user_id = $1';

export const LINKS_TABLE: UserTable = {
  table: 'transfer_links',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'transfer_links' },
};
