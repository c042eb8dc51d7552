import { claimLeases, HeldLease, LeaseLostError, releaseLeases } from '@tributary/jobs';
import { Database, Tx } from '@tributary/persistence';
import { systemClock } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { findUnitAccess } from '../../../destinations/connections/resources/targets.store';
import { claimDue, recoverLeftBehind } from '../due-transfers.store';
import { claimUnitRow, lockLease, releaseClaim, renewWithConnection, UNIT_LEASES } from './unit-leases.store';
import { openCredentials } from '../../../destinations/connections/connections';
import { RequestWindow, Unit } from '../../../destinations/destination.port';
import { DueTransfer } from '../due-transfer';
import { useAllowance } from '../../../destinations/connections/request-allowance.store';

/** The lease of a unit, with the transfers to send. */
export interface UnitClaim {
  readonly unit: Unit;
  /** The version of the unit's credentials when it was claimed. */
  readonly credentialsVersion: number;
  /** Results are saved under its fence: later ones of a former owner are not. */
  readonly lease: HeldLease;
  readonly transfers: readonly DueTransfer[];
}

/** No request may be made for now, so the transfers are postponed. */
export class PostponedError extends Error {}

/** The allowance of one of the destination's windows is used up. */
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
  /** Timeout of a request to the destination. */
  readonly requestMs: number;
  /** The destination's property of this name. */
  readonly refusesKnownKeys: boolean;
}

/**
 * Claims the unit, by the database's clock, and records the transfers that are about to be sent. Returns null while
 * another dispatcher has leased it. A record left by an earlier dispatcher means that its transfers may have been sent.
 */
export async function claimUnit(
  database: Database,
  box: SecretBox,
  unitId: number,
  settings: ClaimSettings,
): Promise<UnitClaim | null> {
  return database.transaction(async (tx) => {
    const { leaseMs, requestMs, refusesKnownKeys } = settings;
    const lease = await claimFor(tx, unitId, leaseMs);
    if (lease === null) return null;
    await recoverLeftBehind(tx, unitId, { refusesKnownKeys, waitMs: Math.max(0, requestMs - leaseMs) });
    const found = await findUnit(tx, box, unitId);
    const transfers = found ? await claimDue(tx, lease, settings.rowsMax) : [];
    if (found && transfers.length > 0) return { ...found, lease, transfers };
    await releaseLeases(tx, UNIT_LEASES, [lease]);
    return null;
  });
}

/** Leases the unit for another purpose than its transfers. Returns null while another process has leased it. */
export async function leaseUnit(
  database: Database,
  box: SecretBox,
  unitId: number,
  leaseMs: number,
): Promise<UnitClaim | null> {
  return database.transaction(async (tx) => {
    const lease = await claimFor(tx, unitId, leaseMs);
    if (lease === null) return null;
    const found = await findUnit(tx, box, unitId);
    if (found) return { ...found, lease, transfers: [] };
    await releaseLeases(tx, UNIT_LEASES, [lease]);
    return null;
  });
}

export interface PermitSettings {
  readonly windows: readonly RequestWindow[];
}

/** A longer pause than this is left to the unit's next turn. */
const WAIT_MS_MAX = 1500;
const WAITS_MAX = 10;

/**
 * Call it before every request: renews the lease and counts one request of the allowance; waits if it is available in a
 * moment.
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

/** Counts one request of the allowance. @returns 0, or the milliseconds until one is available */
async function consumeRequest(
  database: Database,
  { unit, lease }: Pick<UnitClaim, 'unit' | 'lease'>,
  { windows }: PermitSettings,
): Promise<number> {
  const renew = async (tx: Tx): Promise<number> => {
    // The connection is locked with it, so that units of one connection count their requests one at a time.
    const held = await renewWithConnection(tx, lease, unit.connectionId);
    if (!held) throw leaseLost(lease);
    if (!held.enabled) throw new ConnectionDisabledError('the connection was disabled');
    if (windows.length === 0) return 0;
    return Math.ceil(await useAllowance(tx, unit.connectionId, windows));
  };
  return lease.renewedBy(() => database.transaction(renew));
}

function leaseLost(lease: HeldLease): LeaseLostError {
  return new LeaseLostError(lease, `unit ${lease.id}`);
}

/**
 * Locks the lease until the transaction ends, so that it cannot be claimed meanwhile.
 * @returns the database's time
 * @throws LeaseLostError
 */
export async function holdLease(tx: Tx, { lease }: UnitClaim): Promise<Date> {
  const now = await lockLease(tx, lease);
  if (now === null) throw leaseLost(lease);
  return now;
}

/** Releases the unit after its work was saved. */
export async function releaseUnit(tx: Tx, { lease }: UnitClaim): Promise<void> {
  await releaseClaim(tx, lease);
}

async function claimFor(tx: Tx, unitId: number, leaseMs: number): Promise<HeldLease | null> {
  const [claimed] = await claimLeases(leaseMs, () => claimUnitRow(tx, unitId, leaseMs));
  return claimed?.[1] ?? null;
}

/** Returns the unit with its connection's credentials, opened; null if the connection was disabled or deleted. */
async function findUnit(
  tx: Tx,
  box: SecretBox,
  unitId: number,
): Promise<Pick<UnitClaim, 'unit' | 'credentialsVersion'> | null> {
  const row = await findUnitAccess(tx, unitId);
  if (!row) return null;
  const { connectionId, externalId, credentialsVersion } = row;
  const credentials = openCredentials(box, connectionId, row.token);
  return { unit: { id: unitId, connectionId, externalId, credentials }, credentialsVersion };
}
