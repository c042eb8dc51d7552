import { Queryable } from '@tributary/persistence';
import type { SealedValues, UserTable } from '@tributary/service';
import { joinApp } from '../authorizations/oauth-apps.store';
import { joinUser } from '../users/users.store';
import { SetupKind } from './setup-kinds';
import { joinConnections } from '../../model/stores/accounts.store';

/** A setup that a user is to confirm in a browser, as its page shows it. */
export interface Setup {
  readonly id: number;
  readonly kind: SetupKind;
  readonly connectionId: number;
  readonly userId: number;
  readonly redirectUrl: string;
  /** The institution's name, or the kind of destination. */
  readonly subject: string;
  readonly userName: string;
  /** Null for a user whom an app manages: they cannot sign in here. */
  readonly email: string | null;
  /** The requesting app; null if it was the user. */
  readonly appName: string | null;
  /** Hash of the cookie of the browser in which the setup was confirmed. */
  readonly browserHash: string | null;
}

interface NewSetup extends Pick<Setup, 'kind' | 'connectionId' | 'userId' | 'redirectUrl'> {
  readonly appId: number | null;
  readonly startHash: string;
  readonly stateHash: string;
  /** Encrypted. */
  readonly link: string;
  readonly minutes: number;
}

/** Stores a setup, instead of an earlier one of the connection. */
export async function saveSetup(database: Queryable, setup: NewSetup): Promise<void> {
  await database.execute(
    `insert into setups as s (kind, connection_id, user_id, app_id, start_hash, state_hash, link, redirect_url, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(mins => $9))
     on conflict (kind, connection_id) do update
        set user_id = excluded.user_id, app_id = excluded.app_id, start_hash = excluded.start_hash,
            state_hash = excluded.state_hash, link = excluded.link, redirect_url = excluded.redirect_url,
            expires_at = excluded.expires_at, browser_hash = null, returned_at = null, created_at = now()`,
    [
      setup.kind,
      setup.connectionId,
      setup.userId,
      setup.appId,
      setup.startHash,
      setup.stateHash,
      setup.link,
      setup.redirectUrl,
      setup.minutes,
    ],
  );
}

/** The setup with this hash of its start; undefined if the browser came back, or it has expired. */
export function findSetupByStart(database: Queryable, startHash: string): Promise<Setup | undefined> {
  return find(database, 's.start_hash = $1 and s.returned_at is null and s.expires_at > now()', [startHash]);
}

/** The setup with this hash of its state; undefined if it has expired. */
export function findSetupByState(
  database: Queryable,
  kind: SetupKind,
  stateHash: string,
): Promise<Setup | undefined> {
  return find(database, 's.kind = $1 and s.state_hash = $2 and s.expires_at > now()', [kind, stateHash]);
}

async function find(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<Setup | undefined> {
  const [setup] = await database.query<Setup>(
    `select s.id, s.kind, s.connection_id as "connectionId", s.user_id as "userId",
            s.redirect_url as "redirectUrl", coalesce(i.document->>'name', s.kind) as subject,
            u.name as "userName", u.email, a.name as "appName", s.browser_hash as "browserHash"
       from setups s ${joinUser('s.user_id')} left ${joinApp('s.app_id')}
       left join ${joinConnections(`s.kind = 'INSTITUTION' and c.id = s.connection_id`)}
      where ${condition} and u.disabled_at is null`,
    parameters,
  );
  return setup;
}

/** Binds a setup to a browser. @returns false if another browser was first, or the setup has ended */
export async function bindSetup(
  database: Queryable,
  id: number,
  browserHash: string,
  minutes: number,
): Promise<boolean> {
  const bound = await database.execute(
    `update setups set browser_hash = $2, expires_at = now() + make_interval(mins => $3)
      where id = $1 and (browser_hash is null or browser_hash = $2) and returned_at is null and expires_at > now()`,
    [id, browserHash, minutes],
  );
  return bound === 1;
}

/** The encrypted link to the institution or destination. */
export async function readSetupLink(database: Queryable, startHash: string): Promise<string | undefined> {
  const [row] = await database.query<{ link: string }>('select link from setups where start_hash = $1', [
    startHash,
  ]);
  return row?.link;
}

/** The browser came back. */
export async function markReturned(database: Queryable, id: number): Promise<void> {
  await database.execute('update setups set returned_at = coalesce(returned_at, now()) where id = $1', [id]);
}

/** Whether the browser came back for the setup of the connection. */
export async function isReturned(
  database: Queryable,
  kind: SetupKind,
  connectionId: number,
): Promise<boolean> {
  const found = await database.query(
    'select 1 from setups where kind = $1 and connection_id = $2 and returned_at is not null',
    [kind, connectionId],
  );
  return found.length > 0;
}

export async function deleteSetup(database: Queryable, id: number): Promise<void> {
  await database.execute('delete from setups where id = $1', [id]);
}

/** The location of links to other companies, encrypted; they expire with their setup. */
export const SEALED_LINKS: SealedValues['passing'][number] = {
  table: 'setups',
  column: 'link',
  endsAt: 'expires_at',
};

/** The link in a setup, to which a browser is redirected once, is encrypted. */
export const SETUPS_TABLE: UserTable = { table: 'setups', rowsOfUserSql: 't.user_id = $1' };
