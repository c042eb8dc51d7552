import { Provider } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { SealedColumn, UserTable } from '@tributary/service';
import { AccountRow } from '../../accounts/account-row';
import { joinAccountsOfConnections } from '../../accounts/accounts.store';
import { CONNECTIONS_TABLE, fromConnectionsOf, joinConnections, OF_USER } from '../connections.store';
import { consentContext, StoredConsent } from './consent-secret';

export type SetupOutcome = 'GIVEN' | 'REFUSED';

export interface SetupRow {
  connection_id: number;
  consent_id: string;
  consent_secret: string | null;
  redirect_url: string;
  max_historical_days: number;
  outcome: SetupOutcome | null;
  just_given: boolean;
}

export interface NewSetup extends StoredConsent {
  readonly connectionId: number;
  readonly stateHash: string;
  readonly redirectUrl: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
  readonly lifeHours: number;
}

/** Replaces the connection's setup. */
export async function insertSetup(tx: Tx, setup: NewSetup): Promise<void> {
  await tx.execute(
    `insert into consent_setups as s (connection_id, state_hash, consent_id, consent_secret, redirect_url,
                                      max_historical_days, access_valid_for_days, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8))
     on conflict (connection_id) do update
        set state_hash = excluded.state_hash, consent_id = excluded.consent_id,
            consent_secret = excluded.consent_secret, redirect_url = excluded.redirect_url,
            max_historical_days = excluded.max_historical_days,
            access_valid_for_days = excluded.access_valid_for_days,
            expires_at = excluded.expires_at, outcome = null, ended_at = null, created_at = now()`,
    [
      setup.connectionId,
      setup.stateHash,
      setup.consentId,
      setup.consentSecret,
      setup.redirectUrl,
      setup.maxHistoricalDays,
      setup.accessValidForDays,
      setup.lifeHours,
    ],
  );
}

/** Returns the setup of a state, unless it is too old. */
export function setupByState(
  database: Queryable,
  stateHash: string,
  justGivenMinutes: number,
): Promise<SetupRow | undefined> {
  return readSetup(database, 'state_hash = $1 and expires_at > now()', [stateHash, justGivenMinutes]);
}

/** Returns the setup of a connection, also an ended one. */
export function setupOfConnection(
  database: Queryable,
  connectionId: number,
  justGivenMinutes: number,
): Promise<SetupRow | undefined> {
  return readSetup(database, 'connection_id = $1', [connectionId, justGivenMinutes]);
}

async function readSetup(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<SetupRow | undefined> {
  const [row] = await database.query<SetupRow>(
    `select connection_id, consent_id, consent_secret, redirect_url, max_historical_days, outcome,
            coalesce(outcome = 'GIVEN' and ended_at > now() - make_interval(mins => $2), false) as just_given
       from consent_setups where ${condition}`,
    parameters,
  );
  return row;
}

/** Returns connections with a setup whose browser did not return in time. */
export async function findExpiredSetups(database: Queryable): Promise<number[]> {
  const rows = await database.query<{ connection_id: number }>(
    'select connection_id from consent_setups where outcome is null and expires_at <= now() limit 100',
  );
  return rows.map(({ connection_id: id }) => id);
}

/** Stores the outcome. Returns false if the setup has already ended, or if another one has replaced it. */
export async function saveOutcome(
  tx: Tx,
  connectionId: number,
  consentId: string,
  outcome: SetupOutcome,
): Promise<boolean> {
  const ended = await tx.execute(
    `update consent_setups set outcome = $3, ended_at = now()
      where connection_id = $1 and consent_id = $2 and outcome is null`,
    [connectionId, consentId, outcome],
  );
  return ended === 1;
}

/**
 * Ends the connection's pending setup, and has its consent ended at the provider. A renewal at a provider that renews
 * in place has no consent of its own, so the current one stays.
 * @returns whether there was a pending setup
 */
export async function endUnfinished(
  database: Queryable,
  connectionId: number,
  which: 'any' | 'expired' = 'any',
): Promise<boolean> {
  const sql = `s.connection_id = $1${which === 'expired' ? ' and s.expires_at <= now()' : ''}`;
  const ended = await database.query(
    `with ended as (
       update consent_setups s set outcome = 'REFUSED', ended_at = now()
         ${fromConnectionsOf('s')} and s.outcome is null and ${sql}
       returning c.provider, s.consent_id, s.consent_secret,
                 s.consent_id <> c.consent_id or c.status = 'PENDING' as has_own
     ), given_back as (
       insert into unwanted_consents (provider, consent_id, consent_secret)
       select provider, consent_id, consent_secret from ended where has_own)
     select from ended`,
    [connectionId],
  );
  return ended.length > 0;
}

/** Locks and returns accounts that the connection got since its setup began. */
export function accountsSinceSetup(tx: Tx, connectionId: number): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `select a.* from consent_setups s ${joinAccountsOfConnections('s')}
      where a.connection_id = $1 and a.created_at >= s.created_at order by a.id for update of a`,
    [connectionId],
  );
}

export async function refuseSetup(tx: Tx, connectionId: number): Promise<void> {
  await tx.execute(`update consent_setups set outcome = 'REFUSED' where connection_id = $1`, [connectionId]);
}

/** Returns the consents of pending setups, beside the connection's own. */
export function pendingConsents(
  tx: Tx,
  connection: { readonly id: number; readonly consentId: string },
): Promise<StoredConsent[]> {
  return tx.query<StoredConsent>(
    `select consent_id as "consentId", consent_secret as "consentSecret" from consent_setups
      where connection_id = $1 and consent_id <> $2 and outcome is distinct from 'GIVEN'`,
    [connection.id, connection.consentId],
  );
}

/** Returns the user's connection with the consent or its open setup. */
export async function connectionWithConsent(
  database: Queryable,
  userId: number,
  consentId: string,
): Promise<{ readonly id: number; readonly open: boolean } | undefined> {
  const [row] = await database.query<{ id: number; open: boolean }>(
    `select c.id, s.consent_id = $2 and s.outcome is null as open
       from consent_setups s ${joinConnections('s')}
      where c.user_id = $1 and (c.consent_id = $2 or s.consent_id = $2)
      order by open desc limit 1`,
    [userId, consentId],
  );
  return row;
}

/** Has a consent ended at its provider, in the background. */
export async function noLongerWanted(tx: Tx, provider: Provider, consent: StoredConsent): Promise<void> {
  await tx.execute(
    `insert into unwanted_consents (provider, consent_id, consent_secret) values ($1, $2, $3)`,
    [provider, consent.consentId, consent.consentSecret],
  );
}

export interface UnwantedRow {
  id: number;
  provider: Provider;
  consent_id: string;
  consent_secret: string | null;
}

/** Claims a row until its next attempt, so that no other instance selects it before. */
export function claimUnwanted(
  database: Queryable,
  providers: readonly Provider[],
  firstPauseS: number,
  limit: number,
): Promise<UnwantedRow[]> {
  return database.query<UnwantedRow>(
    `update unwanted_consents u
          set attempts = u.attempts + 1,
              next_attempt_at = now() + $2 * 2 ^ least(u.attempts, 12) * interval '1 second'
         from (select id from unwanted_consents
                where next_attempt_at <= now() and provider = any($1::text[])
                order by next_attempt_at limit $3 for update skip locked) due
        where u.id = due.id
       returning u.id, u.provider, u.consent_id, u.consent_secret`,
    [providers, firstPauseS, limit],
  );
}

/** @param attempts only after so many. @returns whether it was deleted */
export async function deleteUnwanted(database: Queryable, id: number, attempts?: number): Promise<boolean> {
  const deleted =
    attempts === undefined
      ? await database.execute('delete from unwanted_consents where id = $1', [id])
      : await database.execute('delete from unwanted_consents where id = $1 and attempts >= $2', [
          id,
          attempts,
        ]);
  return deleted > 0;
}

/** Has all consents of the user ended at their providers. */
export async function endConsentsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.execute(
    `insert into unwanted_consents (provider, consent_id, consent_secret, user_id)
     ${OF_USER.consents}
     union all
     select c.provider, s.consent_id, s.consent_secret, c.user_id
       from consent_setups s ${joinConnections('s')}
      where c.user_id = $1 and s.consent_id <> c.consent_id and s.outcome is distinct from 'GIVEN'`,
    [userId],
  );
  await tx.execute(`delete from consent_setups where connection_id in (${OF_USER.ids})`, [userId]);
}

/** SQL that finds a row while a consent of the user `$1` has not ended at its provider. */
export const UNENDED_CONSENT = 'select 1 from unwanted_consents where user_id = $1';

export const SETUPS_TABLE: UserTable = {
  table: 'consent_setups',
  rowsOfUserSql: `t.connection_id in (${OF_USER.ids})`,
};

/** Each row is deleted when its provider has ended the consent. */
export const UNWANTED_TABLE: UserTable = {
  table: 'unwanted_consents',
  rowsOfUserSql: 't.user_id = $1',
  rowsOfErasedUserSql: 'false',
};

const ofConsent = {
  column: 'consent_secret',
  type: 'text',
  contextColumns: ['consent_id'],
  contextOf: ({ consent_id }) => consentContext(consent_id ?? ''),
} as const satisfies Partial<SealedColumn>;

export const CONSENT_COLUMNS: readonly SealedColumn[] = [
  { table: CONNECTIONS_TABLE.table, key: 'id', ...ofConsent },
  { table: 'consent_setups', key: 'connection_id', ...ofConsent },
  { table: 'unwanted_consents', key: 'id', ...ofConsent },
];
