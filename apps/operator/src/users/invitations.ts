import { Pool } from 'pg';

export interface OpenInvitation {
  readonly id: number;
  /** Whether only one address may use it. */
  readonly for_one_address: boolean;
  /** That address; only on request. */
  readonly email?: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

export interface UsedInvitation {
  readonly id: number;
  readonly user: number;
  readonly used_at: Date;
}

/** Those that can still be used; addresses only `withNames`. */
export async function readOpenInvitations(
  pool: Pool,
  { withNames }: { readonly withNames: boolean },
): Promise<OpenInvitation[]> {
  const { rows } = await pool.query<OpenInvitation>(
    `select id::float8 as id, email is not null as for_one_address, ${withNames ? 'email,' : ''} created_at, expires_at
       from api_gateway.invitations where expires_at > now() order by id`,
  );
  return rows;
}

/** Users who signed up with one, as their audit trail says. */
export async function readUsedInvitations(pool: Pool): Promise<UsedInvitation[]> {
  const { rows } = await pool.query<UsedInvitation>(
    `select (details->>'invitation_id')::float8 as id, user_id::float8 as "user", occurred_at as used_at
       from api_gateway.security_events where kind = 'SIGNED_UP' and details ? 'invitation_id' order by id`,
  );
  return rows;
}
