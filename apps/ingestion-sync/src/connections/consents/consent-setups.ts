import { SecretBox } from '@tributary/secrets';
import { createHash, randomBytes } from 'node:crypto';
import { Queryable, Tx } from '@tributary/persistence';
import { ConsentReference, CreatedConsent } from '../../providers/provider.port';
import { openConsent, sealConsent } from './consent-secret';

/** A consent that the user has not given yet; a connection has one at a time, the latest. */
export interface ConsentSetup {
  readonly connectionId: number;
  readonly consent: ConsentReference;
  /** Where the user's browser ends up. */
  readonly redirectUrl: string;
  /** The requested history; a consent may be for more. */
  readonly maxHistoricalDays: number;
  readonly outcome: SetupOutcome | null;
  /** It was completed a moment ago: the browser that gave the consent may be on its way back still. */
  readonly justGiven: boolean;
}

export type SetupOutcome = 'GIVEN' | 'REFUSED';

/** The institutions' own pages live no longer than this. */
const SETUP_LIFE_HOURS = 24;
/** A browser that gave a consent comes back within seconds; a slow one within this. */
const JUST_GIVEN_MINUTES = 10;

interface SetupRow {
  connection_id: number;
  consent_id: string;
  consent_secret: string | null;
  redirect_url: string;
  max_historical_days: number;
  outcome: SetupOutcome | null;
  just_given: boolean;
}

/** 256 random bits: identify this setup in the browser's return. They complete nothing by themselves. */
export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** What a setup is known by where its state is not kept. */
export function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** Begins a setup; one that was under way ends by it, and its consent is given back. */
export async function beginSetup(
  tx: Tx,
  box: SecretBox,
  setup: { connectionId: number; state: string; redirectUrl: string; created: CreatedConsent },
): Promise<void> {
  const { connectionId, state, redirectUrl, created } = setup;
  const { consentId, consentSecret } = sealConsent(box, created.consent);
  await giveBackUnfinished(tx, { sql: 's.connection_id = $1', parameters: [connectionId] });
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
      connectionId,
      stateHashOf(state),
      consentId,
      consentSecret,
      redirectUrl,
      created.maxHistoricalDays,
      created.accessValidForDays,
      SETUP_LIFE_HOURS,
    ],
  );
}

/** The setup that a browser's state belongs to; null where there is none, or it is too old. */
export async function findSetupByState(
  database: Queryable,
  box: SecretBox,
  state: string,
): Promise<ConsentSetup | null> {
  return find(database, box, 'state_hash = $1 and expires_at > now()', stateHashOf(state));
}

/** The setup of a connection, also one that has ended. */
export async function findSetupOf(
  database: Queryable,
  box: SecretBox,
  connectionId: number,
): Promise<ConsentSetup | null> {
  return find(database, box, 'connection_id = $1', connectionId);
}

/** False if it has already ended, or another setup replaced it meanwhile. */
export async function endSetup(tx: Tx, setup: ConsentSetup, outcome: SetupOutcome): Promise<boolean> {
  const ended = await tx.execute(
    `update consent_setups set outcome = $3, ended_at = now()
      where connection_id = $1 and consent_id = $2 and outcome is null`,
    [setup.connectionId, setup.consent.consentId, outcome],
  );
  return ended === 1;
}

/** Connections with a setup whose browser did not come back in time. */
export async function findExpiredSetups(database: Queryable): Promise<number[]> {
  const rows = await database.query<{ connection_id: number }>(
    'select connection_id from consent_setups where outcome is null and expires_at <= now() limit 100',
  );
  return rows.map(({ connection_id: id }) => id);
}

/** Such a setup ends, and what may have been consented to is given back. False where it has ended already. */
export function endExpiredSetup(tx: Tx, connectionId: number): Promise<boolean> {
  return giveBackUnfinished(tx, {
    sql: 's.connection_id = $1 and s.expires_at <= now()',
    parameters: [connectionId],
  });
}

/** A renewal at a provider that renews in place has no consent of its own: the current one stays. */
async function giveBackUnfinished(
  database: Queryable,
  { sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] },
): Promise<boolean> {
  const ended = await database.query(
    `with ended as (
       update consent_setups s set outcome = 'REFUSED', ended_at = now() from connections c
        where c.id = s.connection_id and s.outcome is null and ${sql}
       returning c.provider, s.consent_id, s.consent_secret,
                 s.consent_id <> c.consent_id or c.status = 'PENDING' as has_own
     ), given_back as (
       insert into unwanted_consents (provider, consent_id, consent_secret)
       select provider, consent_id, consent_secret from ended where has_own)
     select from ended`,
    parameters,
  );
  return ended.length > 0;
}

async function find(
  database: Queryable,
  box: SecretBox,
  condition: string,
  parameter: string | number,
): Promise<ConsentSetup | null> {
  const [row] = await database.query<SetupRow>(
    `select connection_id, consent_id, consent_secret, redirect_url, max_historical_days, outcome,
            coalesce(outcome = 'GIVEN' and ended_at > now() - make_interval(mins => $2), false) as just_given
       from consent_setups where ${condition}`,
    [parameter, JUST_GIVEN_MINUTES],
  );
  if (!row) return null;
  return {
    connectionId: row.connection_id,
    consent: openConsent(box, { consentId: row.consent_id, consentSecret: row.consent_secret }),
    redirectUrl: row.redirect_url,
    maxHistoricalDays: row.max_historical_days,
    outcome: row.outcome,
    justGiven: row.just_given,
  };
}
