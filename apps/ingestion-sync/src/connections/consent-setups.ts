import { SecretBox } from '@tributary/secrets';
import { createHash, randomBytes } from 'node:crypto';
import { Queryable, Tx } from '@tributary/persistence';
import { ConsentReference, CreatedConsent } from '../providers/provider.port';
import { openConsent, sealConsent } from './consent-secret';

/** A consent that the user is being asked for; a connection has one at a time, the latest. */
export interface ConsentSetup {
  readonly connectionId: number;
  readonly consent: ConsentReference;
  /** Where the user's browser ends up. */
  readonly redirectUrl: string;
  /** History that was asked for; a consent may be for more. */
  readonly maxHistoricalDays: number;
  readonly outcome: SetupOutcome | null;
}

export type SetupOutcome = 'GIVEN' | 'REFUSED';

/** The institutions' own pages live no longer than this. */
const SETUP_LIFE_HOURS = 24;

interface SetupRow {
  connection_id: number;
  consent_id: string;
  consent_secret: string | null;
  redirect_url: string;
  max_historical_days: number;
  outcome: SetupOutcome | null;
}

/** 256 random bits: whoever has them may end this one setup, and nothing else. */
export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** Begins a setup; one that was under way ends by it, and is returned as no longer wanted. */
export async function beginSetup(
  tx: Tx,
  box: SecretBox,
  setup: { connectionId: number; state: string; redirectUrl: string; created: CreatedConsent },
): Promise<void> {
  const { connectionId, state, redirectUrl, created } = setup;
  const { consentId, consentSecret } = sealConsent(box, created.consent);
  await tx.execute(
    `insert into consent_setups as s (connection_id, state_hash, consent_id, consent_secret, redirect_url,
                                      max_historical_days, access_valid_for_days, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8))
     on conflict (connection_id) do update
        set state_hash = excluded.state_hash, consent_id = excluded.consent_id,
            consent_secret = excluded.consent_secret, redirect_url = excluded.redirect_url,
            max_historical_days = excluded.max_historical_days,
            access_valid_for_days = excluded.access_valid_for_days,
            expires_at = excluded.expires_at, outcome = null, created_at = now()`,
    [
      connectionId,
      hashOf(state),
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
  return find(database, box, 'state_hash = $1 and expires_at > now()', hashOf(state));
}

/** The setup of a connection, also one that has ended. */
export async function findSetupOf(
  database: Queryable,
  box: SecretBox,
  connectionId: number,
): Promise<ConsentSetup | null> {
  return find(database, box, 'connection_id = $1', connectionId);
}

/** False where another setup took its place in the meantime. */
export async function endSetup(tx: Tx, setup: ConsentSetup, outcome: SetupOutcome): Promise<boolean> {
  const ended = await tx.execute(
    `update consent_setups set outcome = $3
      where connection_id = $1 and consent_id = $2 and outcome is distinct from 'GIVEN'`,
    [setup.connectionId, setup.consent.consentId, outcome],
  );
  return ended === 1;
}

async function find(
  database: Queryable,
  box: SecretBox,
  condition: string,
  parameter: string | number,
): Promise<ConsentSetup | null> {
  const [row] = await database.query<SetupRow>(
    `select connection_id, consent_id, consent_secret, redirect_url, max_historical_days, outcome
       from consent_setups where ${condition}`,
    [parameter],
  );
  if (!row) return null;
  return {
    connectionId: row.connection_id,
    consent: openConsent(box, { consentId: row.consent_id, consentSecret: row.consent_secret }),
    redirectUrl: row.redirect_url,
    maxHistoricalDays: row.max_historical_days,
    outcome: row.outcome,
  };
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}
