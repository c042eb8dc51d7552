import { DestinationType } from '@tributary/contracts';
import { Claim } from '@tributary/jobs';
import { Database, isFree, leaseEnd, msUntil, Queryable, Tx } from '@tributary/persistence';
import { joinConnections } from '../../destinations/connections/connections.store';
import { countRequests } from '../../destinations/connections/request-allowance.store';
import { joinTargets, joinUnits } from '../../destinations/connections/resources/targets.store';
import { TransferContent } from '../../destinations/transfer-content';
import { plainArray, textArray } from '../array-parameters';
import { joinLinks } from '../carrying-links.store';
import { Transfer } from '../transfer';
import { LoggedRow } from '../transfer-logged';
import { AttemptResult } from './attempt-result';
import { DueTransfer } from './due-transfer';
import { joinLeases } from './units/unit-leases.store';

/** A free unit with due transfers. */
export interface LoadedUnit {
  readonly unitId: number;
  readonly connectionId: number;
  readonly destinationType: DestinationType;
  /** Whether the connection failed recently. */
  readonly suspect: boolean;
  /** Number of due transfers, counted up to a maximum. */
  readonly dueCount: number;
  readonly oldestDueMs: number;
  /** Requests made with the connection's credentials, in each window. */
  readonly requestsMade: readonly number[];
}

/**
 * The units with pending transfers. The recursive part jumps from unit to unit through the index of pending transfers,
 * so the cost depends on the number of units, not of transfers.
 */
const PENDING_UNITS = `
  with recursive unit(id) as (
    (select min(unit_id) from transfers where state = 'PENDING')
    union all
    select (select min(unit_id) from transfers where state = 'PENDING' and unit_id > unit.id)
      from unit where unit.id is not null
  )`;

const LOADED_UNITS = `
  ${PENDING_UNITS}
  select u.id as "unitId", c.id as "connectionId", c.destination_type as "destinationType",
         c.health ->> 'status' <> 'HEALTHY' as suspect,
         due.count::int as "dueCount",
         (extract(epoch from clock_timestamp() - due.oldest) * 1000)::float8 as "oldestDueMs",
         (select coalesce(array_agg(made.count order by w.place), '{}')
            from jsonb_array_elements_text($2::jsonb -> c.destination_type) with ordinality as w(ms, place)
           cross join lateral (
             ${countRequests('c.id', 'w.ms::float8')}
           ) made) as "requestsMade"
    from unit
    ${joinUnits('unit.id')}
    ${joinConnections('u.connection_id')}
    ${joinLeases('u.id')}
    cross join lateral (
      select count(*) as count, min(due_at) as oldest
        from (select due_at from transfers t
               where t.state = 'PENDING' and t.unit_id = u.id and t.due_at <= clock_timestamp()
               order by due_at limit $1) head
    ) due
   where due.count > 0 and c.enabled and c.blocked_until <= clock_timestamp()
     and ${isFree('lease.lease_until')}
   order by due.oldest`;

/**
 * Returns the free units with due transfers, longest waiting first.
 * @param windowsMs the lengths of the windows in which requests are counted, by destination type
 */
export function findLoadedUnits(
  database: Database,
  dueCountMax: number,
  windowsMs: Readonly<Record<string, readonly number[]>>,
): Promise<LoadedUnit[]> {
  return database.queryPrepared<LoadedUnit>(LOADED_UNITS, [dueCountMax, JSON.stringify(windowsMs)]);
}

/**
 * Returns the milliseconds until a unit other than these has due transfers and is free; null if no transfer is pending.
 */
export async function nextUnitInMs(database: Database, except: readonly number[]): Promise<number | null> {
  const [next] = await database.queryPrepared<{ in_ms: number | null }>(
    `${PENDING_UNITS}
     select ${msUntil('min(greatest(first.due_at, c.blocked_until, lease.lease_until))')} as in_ms
       from unit
       ${joinUnits('unit.id')}
       ${joinConnections('u.connection_id')}
       ${joinLeases('u.id')}
      cross join lateral (select min(due_at) as due_at from transfers t
                           where t.state = 'PENDING' and t.unit_id = u.id) first
      where c.enabled and u.id <> all($1::bigint[])`,
    [except],
  );
  return next?.in_ms ?? null;
}

/**
 * Recovers the transfers that a crashed dispatcher had claimed; they may be at the destination. A create is sent again
 * with the same key, which the destination refuses if it has the row. A row whose transaction was removed since is
 * looked up and deleted. For one that changed since, the older content counts as sent.
 *
 * At a slow destination the crashed dispatcher's request may outlast its lease. Repeating a create is safe if the
 * destination refuses known keys. Everything else (a create that could be accepted twice, a change that could be
 * overwritten, a lookup that could be too early) waits until that request must have ended.
 * @param waitMs the longest time until then
 */
export async function recoverLeftBehind(
  tx: Tx,
  unitId: number,
  { refusesKnownKeys, waitMs }: { readonly refusesKnownKeys: boolean; readonly waitMs: number },
): Promise<void> {
  await tx.queryPrepared(
    `with left_behind as (delete from dispatch_claims where unit_id = $1 returning transfer_ids, versions),
          noted as (select n.id, n.version
                      from left_behind, unnest(transfer_ids, versions) as n(id, version))
     update transfers t
        set maybe_sent = true,
            due_at = case when t.operation = 'CREATE' and $2::boolean then t.due_at
                          else greatest(t.due_at, ${leaseEnd('$3')}) end,
            version = t.version + 1,
            state = case when t.state = 'SKIPPED' then 'PENDING' else t.state end,
            sent_content = case when t.operation = 'CREATE' and t.version <> noted.version
                                then coalesce(t.sent_content, t.content) else t.sent_content end
       from noted
      where t.id = noted.id
        and (t.state in ('PENDING', 'HELD') or (t.state = 'SKIPPED' and t.operation = 'DELETE'))`,
    [unitId, refusesKnownKeys, waitMs],
  );
}

/** Content of a transfer whose account was erased; its row is still deleted at the destination, by its key. */
const ERASED: TransferContent = {
  date: null,
  amount: '0',
  currency: '',
  booked: true,
  payee: '',
  description: '',
  fields: {},
};

/** Claims the oldest due transfers of a leased unit and records that they are about to be sent. */
export function claimDue(tx: Tx, { id: unitId, fence }: Claim, rowsMax: number): Promise<DueTransfer[]> {
  return tx.queryPrepared<DueTransfer>(
    `with due as materialized (
       select * from transfers
        where state = 'PENDING' and unit_id = $1 and due_at <= clock_timestamp()
        order by due_at, id limit $2),
     noted as (
       insert into dispatch_claims (unit_id, fence, transfer_ids, versions)
       select $1::bigint, $4::bigint, array_agg(id), array_agg(version) from due having count(*) > 0)
     select t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId",
            t.account_id as "accountId", t.user_id as "userId", t.operation,
            coalesce(t.content, $3::jsonb) as content,
            t.sent_content as "sentContent", t.import_id as "importId", t.maybe_sent as "maybeSent",
            t.destination_transaction_id as "destinationTransactionId", t.attempts, t.trace,
            t.held_content as "heldContent", coalesce(t.changed_there, '{}') as "changedThere",
            t.ended_by as "endedBy", t.locked_there as "lockedThere",
            d.destination_type as "destinationType", t.destination_id as "destinationId",
            d.external_id as "targetExternalId", l.on_booked_change as "onBookedChange"
       from due t
       ${joinTargets('t.destination_id')}
       ${joinLinks('t.link_id')}
      order by t.id`,
    [unitId, rowsMax, JSON.stringify(ERASED), fence],
  );
}

/** Sends complete updates again for those transfers that have no pending operation. */
export async function requeueUpdates(database: Queryable, ids: readonly number[]): Promise<void> {
  await database.execute(
    `update transfers
        set state = 'PENDING', operation = 'UPDATE', sent_content = null, version = version + 1
      where id = any($1) and state = 'TRANSFERRED' and operation is null`,
    [ids],
  );
}

/**
 * Saves the results of transfers whose version is still the one that was sent, with their attempts. A completed
 * transfer's trace is deleted, because it would be a tenth of the row.
 * @returns a row for each saved transfer, and one for each attempt
 */
export function saveUnchanged(
  tx: Tx,
  results: readonly AttemptResult[],
  attemptedAt: Date,
): Promise<{ readonly id: number; readonly logId: number | null }[]> {
  return tx.queryPrepared<{ id: number; logId: number | null }>(
    `with o as materialized (
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::int[],
                            $8::text[], $9::float8[], $10::boolean[], $11::jsonb[], $12::jsonb[], $13::text[],
                            $14::boolean[], $15::text[], $16::boolean[])
              as o(id, version, state, operation, destination_id, maybe_sent, attempts, error, due_in_ms, forget,
                   held, changed, ended_by, locked, attempted, succeeded)),
     saved as (
       update transfers t
          set state = o.state, operation = o.operation, destination_transaction_id = o.destination_id,
              maybe_sent = o.maybe_sent, attempts = o.attempts, last_error = o.error,
              due_at = case when o.due_in_ms is null then t.due_at
                            else clock_timestamp() + make_interval(secs => o.due_in_ms / 1000.0) end,
              sent_content = case when o.forget then null else t.sent_content end,
              held_content = nullif(o.held, 'null'),
              changed_there = (select array_agg(field) from jsonb_array_elements_text(o.changed) as field),
              ended_by = o.ended_by, locked_there = o.locked, version = t.version + 1,
              trace = case when o.operation is not null then t.trace end
         from o
        where t.id = o.id and t.version = o.version
       returning t.id, o.attempted, o.succeeded, o.destination_id, o.error),
     logged as (
       insert into transfer_logs (transfer_id, operation, succeeded, destination_transaction_id, error, attempted_at)
       select id, attempted, succeeded, destination_id, error, $17::timestamptz from saved where succeeded is not null
       returning id, transfer_id)
     select id, null as "logId" from saved union all select transfer_id, id from logged`,
    [...columns(results), attemptedAt],
  );
}

function columns(results: readonly AttemptResult[]): string[] {
  return [
    plainArray(results.map(({ transfer }) => transfer.id)),
    plainArray(results.map(({ transfer }) => transfer.version)),
    textArray(results.map(({ state }) => state)),
    textArray(results.map(({ operation }) => operation)),
    textArray(results.map(({ destinationTransactionId }) => destinationTransactionId)),
    plainArray(results.map(({ maybeSent }) => maybeSent)),
    plainArray(results.map(({ attempts }) => attempts)),
    textArray(results.map(({ error }) => error)),
    plainArray(results.map(({ dueInMs }) => dueInMs)),
    plainArray(results.map(({ presence }) => presence.startsWith('present') || presence === 'deleted')),
    textArray(results.map(({ heldContent }) => JSON.stringify(heldContent))),
    textArray(results.map(({ changedThere }) => JSON.stringify(changedThere))),
    textArray(results.map(({ endedBy }) => endedBy)),
    plainArray(results.map(({ lockedThere }) => lockedThere)),
    textArray(results.map(({ transfer }) => transfer.operation)),
    plainArray(results.map(({ attempt }) => attempt?.succeeded)),
  ];
}

/** A transfer in its present state, while its result is saved. */
export type PresentRow = Transfer & Pick<LoggedRow, 'id' | 'version' | 'linkId' | 'transactionId'>;

/** Returns the transfers that were not erased, locked until the transaction ends, in the order of their ids. */
export function lockPresent(tx: Tx, ids: readonly number[]): Promise<PresentRow[]> {
  return tx.query<PresentRow>(
    `select id, version, state, operation, content, sent_content as "sentContent", maybe_sent as "maybeSent",
            destination_transaction_id as "destinationTransactionId", ended_by as "endedBy", generation,
            waits_for_currency as "waitsForCurrency", link_id as "linkId", transaction_id as "transactionId"
       from transfers where id = any($1) order by id for update`,
    [ids],
  );
}

/** Saves locked transfers; erased content is not restored. */
export async function savePresent(
  tx: Tx,
  rows: readonly (PresentRow & Pick<AttemptResult, 'heldContent' | 'changedThere' | 'lockedThere'>)[],
): Promise<void> {
  await tx.execute(
    `update transfers t
        set state = n.state, operation = n.operation, waits_for_currency = t.waits_for_currency and n.state = 'HELD',
            content = case when t.content is null then null else n.content end, sent_content = n."sentContent",
            maybe_sent = n."maybeSent", destination_transaction_id = n."destinationTransactionId", version = n.version,
            held_content = n."heldContent", ended_by = n."endedBy", locked_there = n."lockedThere",
            changed_there = (select array_agg(field) from jsonb_array_elements_text(n."changedThere") as field)
       from jsonb_to_recordset($1) as n(id bigint, version bigint, state text, operation text, content jsonb,
              "sentContent" jsonb, "maybeSent" boolean, "destinationTransactionId" text, "heldContent" jsonb,
              "changedThere" jsonb, "endedBy" text, "lockedThere" boolean)
      where t.id = n.id`,
    [JSON.stringify(rows)],
  );
}

/** Logs the attempts of these results. @returns the ids of the logs */
export function insertAttempts(
  tx: Tx,
  made: readonly AttemptResult[],
  attemptedAt: Date,
): Promise<{ readonly id: number; readonly transferId: number }[]> {
  return tx.query<{ id: number; transferId: number }>(
    `insert into transfer_logs (transfer_id, operation, succeeded, destination_transaction_id, error, attempted_at)
     select made.*, $6 from unnest($1::bigint[], $2::text[], $3::boolean[], $4::text[], $5::text[])
            as made(transfer_id, operation, succeeded, destination_transaction_id, error)
     returning id, transfer_id as "transferId"`,
    [
      plainArray(made.map(({ transfer }) => transfer.id)),
      textArray(made.map(({ transfer }) => transfer.operation)),
      plainArray(made.map(({ attempt }) => attempt?.succeeded)),
      textArray(made.map(({ destinationTransactionId }) => destinationTransactionId)),
      textArray(made.map(({ error }) => error)),
      attemptedAt,
    ],
  );
}
