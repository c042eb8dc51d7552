import { DestinationType } from '@tributary/contracts';
import { Claim, LeasedTable } from '@tributary/jobs';
import { isFree, leaseEnd, Queryable } from '@tributary/persistence';
import { SealedColumn } from '@tributary/service';

/** The sealed credentials of a connection; the version rises with each change. */
export interface SealedCredentials {
  readonly token: string;
  readonly version: number;
}

/** Returns the sealed credentials; null if the connection has none. */
export async function readToken(database: Queryable, connectionId: number): Promise<string | null> {
  const [row] = await database.query<{ token: string | null }>(
    'select token from destination_connections where id = $1',
    [connectionId],
  );
  return row?.token ?? null;
}

/**
 * Returns the token of a user's connection, null until access is granted; undefined if the connection is unknown or
 * deleted.
 */
export async function findOwnToken(
  database: Queryable,
  owned: { readonly connectionId: number; readonly userId: number; readonly type: DestinationType },
): Promise<{ readonly token: string | null; readonly version: number } | undefined> {
  const [row] = await database.query<{ token: string | null; version: number }>(
    `select token, credentials_version as version from destination_connections
      where id = $1 and user_id = $2 and destination_type = $3 and not deleted`,
    [owned.connectionId, owned.userId, owned.type],
  );
  return row;
}

/** Returns undefined if the connection has no credentials. */
export async function readSealedCredentials(
  database: Queryable,
  connectionId: number,
): Promise<SealedCredentials | undefined> {
  const [row] = await database.query<SealedCredentials>(
    `select token, credentials_version as version from destination_connections
      where id = $1 and token is not null`,
    [connectionId],
  );
  return row;
}

/** Renewals of credentials are leased, longer than a renewal may last: nothing renews these leases. */
export const RENEWAL_LEASES: LeasedTable = { table: 'destination_connections', key: 'id' };

/**
 * Claims the renewal of credentials of this version for `leaseMs` milliseconds.
 * @returns the claim; undefined while another process renews, or if they were renewed already
 */
export async function claimRenewal(
  database: Queryable,
  connectionId: number,
  version: number,
  leaseMs: number,
): Promise<Claim | undefined> {
  const [claim] = await database.query<Claim>(
    `update destination_connections set fence = fence + 1, lease_until = ${leaseEnd('$3')}
      where id = $1 and token is not null and credentials_version = $2 and ${isFree('lease_until')}
     returning id, fence`,
    [connectionId, version, leaseMs],
  );
  return claim;
}

/**
 * Stores credentials of this version and ends the claim.
 * @returns false if the stored version is not the one before it
 */
export async function saveRenewed(
  database: Queryable,
  connectionId: number,
  { token, version }: SealedCredentials,
): Promise<boolean> {
  const saved = await database.execute(
    `update destination_connections
        set token = $2, credentials_version = $3, lease_until = null
      where id = $1 and credentials_version = $3 - 1`,
    [connectionId, token, version],
  );
  return saved > 0;
}

/**
 * The encryption context of credentials, so that they cannot be opened for another connection. (The column is called
 * `token`.)
 */
export function tokenContext(connectionId: number): string {
  return `destination_connections.token:${connectionId}`;
}

export const SEALED_CREDENTIALS: SealedColumn = {
  table: 'destination_connections',
  column: 'token',
  key: 'id',
  type: 'text',
  contextColumns: ['id'],
  contextOf: ({ id }) => tokenContext(Number(id)),
};
