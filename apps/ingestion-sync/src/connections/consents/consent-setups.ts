import { SecretBox } from '@tributary/secrets';
import { createHash, randomBytes } from 'node:crypto';
import { Queryable, Tx } from '@tributary/persistence';
import { ConsentReference, CreatedConsent } from '../../providers/provider.port';
import { openConsent, sealConsent } from './consent-secret';
import {
  endUnfinished,
  insertSetup,
  saveOutcome,
  setupByState,
  setupOfConnection,
  SetupOutcome,
  SetupRow,
} from './consents.store';

/** A pending consent; a connection has at most one, the latest. */
export interface ConsentSetup {
  readonly connectionId: number;
  readonly consent: ConsentReference;
  /** The final address of the user's browser. */
  readonly redirectUrl: string;
  /** The requested history; a consent may be for more. */
  readonly maxHistoricalDays: number;
  readonly outcome: SetupOutcome | null;
  /** Whether it was completed a moment ago: the browser that gave the consent may still be returning. */
  readonly justGiven: boolean;
}

/** The institutions' own pages expire sooner. */
const SETUP_LIFE_HOURS = 24;
/** Time after a consent within which the browser must return. Most browsers return within seconds. */
const JUST_GIVEN_MINUTES = 10;

/** Returns 256 random bits that identify this setup when the browser returns. They alone complete nothing. */
export function newState(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that identifies a setup, because its state is not stored. */
export function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** Begins a setup. It replaces a pending one, whose consent is ended. */
export async function beginSetup(
  tx: Tx,
  box: SecretBox,
  setup: { connectionId: number; state: string; redirectUrl: string; created: CreatedConsent },
): Promise<void> {
  const { connectionId, state, redirectUrl, created } = setup;
  const { consentId, consentSecret } = sealConsent(box, created.consent);
  await endUnfinished(tx, connectionId);
  await insertSetup(tx, {
    connectionId,
    stateHash: stateHashOf(state),
    consentId,
    consentSecret,
    redirectUrl,
    maxHistoricalDays: created.maxHistoricalDays,
    accessValidForDays: created.accessValidForDays,
    lifeHours: SETUP_LIFE_HOURS,
  });
}

/** Returns the setup of a browser's state; null if there is none, or if it is too old. */
export async function findSetupByState(
  database: Queryable,
  box: SecretBox,
  state: string,
): Promise<ConsentSetup | null> {
  return toSetup(box, await setupByState(database, stateHashOf(state), JUST_GIVEN_MINUTES));
}

/** Returns the setup of a connection, also an ended one. */
export async function findSetupOf(
  database: Queryable,
  box: SecretBox,
  connectionId: number,
): Promise<ConsentSetup | null> {
  return toSetup(box, await setupOfConnection(database, connectionId, JUST_GIVEN_MINUTES));
}

/** Ends the setup. Returns false if it has already ended, or if another setup has replaced it. */
export async function endSetup(tx: Tx, setup: ConsentSetup, outcome: SetupOutcome): Promise<boolean> {
  return saveOutcome(tx, setup.connectionId, setup.consent.consentId, outcome);
}

/**
 * Ends a setup whose browser did not return in time, and its consent if one was given. Returns false if it has already
 * ended.
 */
export function endExpiredSetup(tx: Tx, connectionId: number): Promise<boolean> {
  return endUnfinished(tx, connectionId, 'expired');
}

function toSetup(box: SecretBox, row: SetupRow | undefined): ConsentSetup | null {
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
