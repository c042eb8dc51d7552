import { HeldLease, momentNow } from '@tributary/jobs';
import { Database, isFree, isHeld, leaseEnd, Tx } from '@tributary/persistence';
import { systemClock } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { openCredentials } from '../../destinations/connections';
import { RequestWindow, Unit } from '../../destinations/destination.port';
import { TransferContent } from '../../destinations/transfer-content';
import { DueTransfer } from './due-transfer';
import { useAllowance } from '../../destinations/request-allowance';

/** The right to send to a unit for a while, and what is to be sent. */
export interface UnitClaim {
  readonly unit: Unit;
  /** Which credentials the unit was claimed with. */
  readonly credentialsVersion: number;
  readonly fence: number;
  readonly lease: HeldLease;
  readonly transfers: readonly DueTransfer[];
}

const HELD = isHeld('dispatch_leases', '$2');

/** Another dispatcher has claimed the unit; what this one still does must not count. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** No request may be made for now; what was to be sent waits. */
export class PostponedError extends Error {}

/** The requests of one of the destination's windows are used up. */
export class AllowanceSpentError extends PostponedError {
  override readonly name = 'AllowanceSpentError';
}

/** The connection was disabled while its unit was claimed. */
export class ConnectionDisabledError extends PostponedError {
  override readonly name = 'ConnectionDisabledError';
}

export interface ClaimSettings {
  readonly rowsMax: number;
  readonly leaseMs: number;
  /** How long a request there may last. */
  readonly requestMs: number;
  /** As of the destination. */
  readonly refusesKnownKeys: boolean;
}

/**
 * Claims the unit, by the database's clock, and notes what is about to be sent. Null while another holds it. A note that
 * an earlier dispatcher left behind means that its transfers may have been sent.
 */
export async function claimUnit(
  database: Database,
  box: SecretBox,
  unitId: number,
  settings: ClaimSettings,
): Promise<UnitClaim | null> {
  return database.transaction(async (tx) => {
    const lease = await claimLease(tx, unitId, settings.leaseMs);
    if (lease === null) return null;
    const { fence } = lease;
    await recoverLeftBehind(tx, unitId, settings);
    const found = await findUnit(tx, box, unitId);
    const transfers = found ? await claimDue(tx, { unitId, fence, rowsMax: settings.rowsMax }) : [];
    if (found && transfers.length > 0) return { ...found, fence, lease, transfers };
    await releaseLease(tx, unitId, fence);
    return null;
  });
}

/** Claims the unit for something else than its transfers. Null while another holds it. */
export async function leaseUnit(
  database: Database,
  box: SecretBox,
  unitId: number,
  leaseMs: number,
): Promise<UnitClaim | null> {
  return database.transaction(async (tx) => {
    const lease = await claimLease(tx, unitId, leaseMs);
    if (lease === null) return null;
    const { fence } = lease;
    const found = await findUnit(tx, box, unitId);
    if (found) return { ...found, fence, lease, transfers: [] };
    await releaseLease(tx, unitId, fence);
    return null;
  });
}

export interface PermitSettings {
  readonly windows: readonly RequestWindow[];
}

/** A wait of this length is made here, a longer one is left to the next turn of the unit. */
const WAIT_MS_MAX = 1500;
const WAITS_MAX = 10;

/**
 * Call it before every request: renews the lease and counts one request of the allowance; waits for it if that takes
 * only a moment.
 * @throws LeaseLostError, PostponedError
 */
export async function permitRequest(
  database: Database,
  claim: Pick<UnitClaim, 'unit' | 'lease'>,
  settings: PermitSettings,
): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    const waitMs = await consumeRequest(database, claim, settings);
    if (waitMs === 0) return;
    if (waitMs > WAIT_MS_MAX || waits === WAITS_MAX) {
      throw new AllowanceSpentError('the requests of this window are used up');
    }
    await systemClock.sleep(waitMs);
  }
}

/** Counts one request of the allowance. @returns 0, or how long until one is available */
async function consumeRequest(
  database: Database,
  { unit, lease }: Pick<UnitClaim, 'unit' | 'lease'>,
  { windows }: PermitSettings,
): Promise<number> {
  const asked = momentNow();
  return database.transaction(async (tx) => {
    // Units of one connection share its allowance, one at a time: the lock is held when their requests are counted.
    const [held] = await tx.queryPrepared<{ enabled: boolean | null }>(
      `with held as (update dispatch_leases set lease_until = ${leaseEnd('$3')} where unit_id = $1 and ${HELD}
                     returning unit_id),
            connection as (select enabled from destination_connections where id = $4 for update)
       select (select enabled from connection) as enabled from held`,
      [unit.id, lease.fence, lease.leaseMs, unit.connectionId],
    );
    if (!held) throw new LeaseLostError(`unit ${unit.id} was taken over`);
    lease.renewed(asked);
    if (!held.enabled) throw new ConnectionDisabledError('the connection was disabled');
    if (windows.length === 0) return 0;
    return Math.ceil(await useAllowance(tx, unit.connectionId, windows));
  });
}

/**
 * Keeps others from claiming the lease until the transaction ends. @returns the database's time
 * @throws LeaseLostError
 */
export async function holdLease(tx: Tx, { unit, fence }: UnitClaim): Promise<Date> {
  const [held] = await tx.queryPrepared<{ now: Date }>(
    `select clock_timestamp() as now from dispatch_leases where unit_id = $1 and ${HELD} for update`,
    [unit.id, fence],
  );
  if (!held) throw new LeaseLostError(`unit ${unit.id} was taken over`);
  return held.now;
}

/** The work is done and saved: others may have the unit. */
export async function releaseUnit(tx: Tx, { unit, fence }: UnitClaim): Promise<void> {
  await tx.queryPrepared(
    `with done as (delete from dispatch_claims where unit_id = $1 and fence = $2)
     update dispatch_leases set lease_until = null where unit_id = $1 and ${HELD}`,
    [unit.id, fence],
  );
}

async function claimLease(tx: Tx, unitId: number, leaseMs: number): Promise<HeldLease | null> {
  const asked = momentNow();
  const [lease] = await tx.queryPrepared<{ fence: number }>(
    `insert into dispatch_leases as t (unit_id, fence, lease_until) values ($1, 1, ${leaseEnd('$2')})
     on conflict (unit_id) do update set fence = t.fence + 1, lease_until = excluded.lease_until
      where ${isFree('t.lease_until')}
     returning fence`,
    [unitId, leaseMs],
  );
  return lease ? new HeldLease(unitId, lease.fence, leaseMs, asked) : null;
}

async function releaseLease(tx: Tx, unitId: number, fence: number): Promise<void> {
  await tx.execute(`update dispatch_leases set lease_until = null where unit_id = $1 and ${HELD}`, [
    unitId,
    fence,
  ]);
}

/**
 * What a crashed dispatcher noted may be at the destination: it is sent again under the same key, which the
 * destination refuses where it has it. What was removed since is looked for and deleted; what changed since counts as sent with
 * an older content.
 *
 * The crashed dispatcher's request may outlast its lease at a slow destination. A key that the destination refuses settles
 * that. Anything else (a key that it takes twice, a change that would be overwritten, a look at what is not there yet) waits
 * until the request must have ended.
 */
async function recoverLeftBehind(
  tx: Tx,
  unitId: number,
  { leaseMs, requestMs, refusesKnownKeys }: ClaimSettings,
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
    [unitId, refusesKnownKeys, Math.max(0, requestMs - leaseMs)],
  );
}

/** What is left of a row whose account was erased: it is still deleted at the destination, by its key. */
const ERASED: TransferContent = {
  date: null,
  amount: '0',
  currency: '',
  booked: true,
  payee: '',
  description: '',
  fields: {},
};

/** The oldest due transfers, noted as what is about to be sent. */
function claimDue(
  tx: Tx,
  { unitId, fence, rowsMax }: { readonly unitId: number; readonly fence: number; readonly rowsMax: number },
): Promise<DueTransfer[]> {
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
       join destination_targets d on d.id = t.destination_id
       join transfer_links l on l.id = t.link_id
      order by t.id`,
    [unitId, rowsMax, JSON.stringify(ERASED), fence],
  );
}

/** The unit with the credentials of its connection, opened; null where that was disabled or is gone. */
async function findUnit(
  tx: Tx,
  box: SecretBox,
  unitId: number,
): Promise<Pick<UnitClaim, 'unit' | 'credentialsVersion'> | null> {
  const [row] = await tx.queryPrepared<{
    connectionId: number;
    externalId: string;
    token: string;
    credentialsVersion: number;
  }>(
    `select c.id as "connectionId", u.external_id as "externalId", c.token,
            c.credentials_version as "credentialsVersion"
       from destination_units u join destination_connections c on c.id = u.connection_id
      where u.id = $1 and c.enabled`,
    [unitId],
  );
  if (!row) return null;
  const { connectionId, externalId, credentialsVersion } = row;
  const credentials = openCredentials(box, connectionId, row.token);
  return { unit: { id: unitId, connectionId, externalId, credentials }, credentialsVersion };
}
