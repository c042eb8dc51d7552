import { DestinationType } from '@tributary/contracts';
import { Database, isFree, leaseEnd, msUntil, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinLinks } from '../../transfers/carrying-links.store';
import { LINKS_OF_USER } from '../transfer-links.store';
import { hasUnsent } from '../../transfers/transfers.store';
import { joinLeases } from '../../transfers/dispatch/units/unit-leases.store';
import { joinAccounts, joinBalances } from '../../accounts/accounts.store';
import { joinConnections } from '../../destinations/connections/connections.store';
import {
  joinTargets,
  joinUnits,
  STATED_CURRENCY,
} from '../../destinations/connections/resources/targets.store';
import { TransferLink } from '../transfer-link.entity';

/** A balance to be written. */
export interface WaitingSnapshot {
  readonly cleared: string;
  readonly available: string | null;
  readonly currency: string;
  readonly snapshotAt: string;
  /** Text of the balance's row; absent: none. */
  readonly memo?: string;
}

/** The snapshot that a link should write. */
export interface SnapshotRow extends WaitingSnapshot {
  readonly linkId: number;
  readonly unitId: number;
  readonly version: number;
}

/** A snapshot with the currencies of its link’s account and destination. */
export interface FoundSnapshot extends SnapshotRow {
  readonly accountCurrency: string | null;
  readonly statedCurrency: string | null;
}

/** Returns the last known balances of the links’ accounts that have one. */
export async function findSnapshots(tx: Tx, links: readonly TransferLink[]): Promise<FoundSnapshot[]> {
  if (links.length === 0) return [];
  const ends = links.map(
    ({ id, destination_id: destinationId, financial_account_id: financialAccountId }) => ({
      id,
      destinationId,
      financialAccountId,
    }),
  );
  const rows = await tx.query<Omit<FoundSnapshot, 'snapshotAt'> & { snapshotAt: Date }>(
    `select l.id as "linkId", d.unit_id as "unitId", b.version, b.cleared::text, b.available::text, b.currency,
            b.snapshot_at as "snapshotAt", a.currency as "accountCurrency", ${STATED_CURRENCY} as "statedCurrency"
       from jsonb_to_recordset($1) as l(id bigint, "destinationId" bigint, "financialAccountId" bigint)
       ${joinTargets('l."destinationId"')}
       ${joinUnits('d.unit_id')}
       ${joinBalances('l."financialAccountId"')}
       left ${joinAccounts('l."financialAccountId"')}
      where b.cleared is not null and b.currency is not null`,
    [JSON.stringify(ends)],
  );
  return rows.map((row) => ({ ...row, snapshotAt: row.snapshotAt.toISOString() }));
}

/**
 * Stores a snapshot for each link to write, unless it is not newer than the written one, or equals it within a day.
 * @returns the links that have one to write
 */
export async function upsertBalanceWrites(tx: Tx, snapshots: readonly SnapshotRow[]): Promise<number[]> {
  if (snapshots.length === 0) return [];
  const rows = snapshots.map(({ linkId, unitId, version, ...snapshot }) => ({
    link_id: linkId,
    unit_id: unitId,
    version,
    snapshot,
  }));
  const written = await tx.query<{ linkId: number }>(
    `insert into balance_writes as t (link_id, unit_id, snapshot_version, snapshot, state)
     select link_id, unit_id, version, snapshot, 'PENDING'
       from jsonb_to_recordset($1) as row(link_id bigint, unit_id bigint, version bigint, snapshot jsonb)
      order by link_id
     on conflict (link_id) do update
        set unit_id = excluded.unit_id, snapshot_version = excluded.snapshot_version, snapshot = excluded.snapshot,
            state = 'PENDING', attempts = 0, due_at = now()
      where excluded.unit_id <> t.unit_id
         or excluded.snapshot_version > t.snapshot_version
            and (t.state <> 'WRITTEN'
                 or t.snapshot ->> 'cleared' is distinct from excluded.snapshot ->> 'cleared'
                 or (excluded.snapshot ->> 'snapshotAt')::timestamptz
                      >= (t.snapshot ->> 'snapshotAt')::timestamptz + interval '23 hours')
     returning link_id as "linkId"`,
    [JSON.stringify(rows)],
  );
  return written.map(({ linkId }) => linkId);
}

/** Deletes the links' balances that are to be written. */
export async function deleteBalanceWrites(tx: Tx, linkIds: readonly number[]): Promise<void> {
  if (linkIds.length === 0) return;
  await tx.execute('delete from balance_writes where link_id = any($1::bigint[])', [linkIds]);
}

/** A balance that may be written now. */
export interface DueBalance {
  readonly linkId: number;
  readonly unitId: number;
  readonly destinationId: number;
  readonly destinationType: DestinationType;
  readonly targetExternalId: string;
  readonly snapshotVersion: number;
  readonly snapshot: WaitingSnapshot;
  readonly attempts: number;
  readonly suspect: boolean;
}

/**
 * SQL: pending balances of links whose transactions were all sent. A destination that calculates its balance from
 * transactions would otherwise count the later ones twice.
 */
const WAITING = `
       from balance_writes b
       ${joinLinks('b.link_id')}
       ${joinTargets('l.destination_id')}
       ${joinUnits('b.unit_id')}
       ${joinConnections('u.connection_id')}
       ${joinLeases('b.unit_id')}
      where b.state = 'PENDING' and c.enabled and c.sync_balances
        and not ${hasUnsent('b.link_id')}`;

/** Returns the milliseconds until the next of them may be written; null if there is none. */
export async function nextBalanceInMs(database: Queryable): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(greatest(b.due_at, c.blocked_until, lease.lease_until))')} as in_ms ${WAITING}`,
  );
  return next?.in_ms ?? null;
}

/** Balances that may be written now. */
export function dueBalances(database: Queryable): Promise<DueBalance[]> {
  return database.query<DueBalance>(
    `select b.link_id as "linkId", b.unit_id as "unitId", l.destination_id as "destinationId",
            c.destination_type as "destinationType", d.external_id as "targetExternalId",
            b.snapshot_version as "snapshotVersion", b.snapshot, b.attempts,
            c.health ->> 'status' <> 'HEALTHY' as suspect
       ${WAITING}
        and b.due_at <= clock_timestamp() and c.blocked_until <= clock_timestamp()
        and ${isFree('lease.lease_until')}
      order by b.due_at limit 50`,
  );
}

type BalanceWrite = Pick<DueBalance, 'linkId' | 'snapshotVersion'>;

/** Postpones the write by `ms` milliseconds, unless a newer snapshot has replaced it. */
export async function postponeBalanceWrite(
  database: Database,
  write: BalanceWrite,
  ms: number,
): Promise<void> {
  await database.execute(
    `update balance_writes set due_at = ${leaseEnd('$3')} where link_id = $1 and snapshot_version = $2`,
    [write.linkId, write.snapshotVersion, ms],
  );
}

/** Saves the result of an attempt. @returns false if a newer snapshot has replaced the write */
export async function saveBalanceWrite(
  tx: Tx,
  write: BalanceWrite,
  result: { readonly state: string; readonly attempts: number; readonly dueInMs: number },
): Promise<boolean> {
  const changed = await tx.execute(
    `update balance_writes
        set state = $3, attempts = $4, due_at = clock_timestamp() + make_interval(secs => $5::float8 / 1000)
      where link_id = $1 and snapshot_version = $2`,
    [write.linkId, write.snapshotVersion, result.state, result.attempts, result.dueInMs],
  );
  return changed > 0;
}

export const BALANCE_WRITES_TABLE: UserTable = {
  table: 'balance_writes',
  rowsOfUserSql: `t.link_id in (${LINKS_OF_USER})`,
};
