import { ConnectionEvent, ConnectionStatus, Problem } from '@tributary/contracts';

/** Events that may move a connection to another state. */
export type ConnectionMove =
  | { readonly kind: 'consent_given' }
  /** The consent ends within the warning time. */
  | { readonly kind: 'consent_near_end' }
  | { readonly kind: 'consent_ended' }
  /** Three consecutive syncs failed for all accounts. */
  | { readonly kind: 'syncs_failed' }
  | { readonly kind: 'sync_succeeded'; readonly consent: ConsentStatus }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'enabled'; readonly consent: ConsentStatus };

export type ConsentStatus = 'VALID' | 'NEAR_END' | 'ENDED';

/** The result of a move; `event` is the event for clients, null if the move has none. */
export interface ConnectionTransition {
  readonly status: ConnectionStatus;
  readonly event: ConnectionEvent | null;
}

/** The first transition of each connection. */
export const CREATED: ConnectionTransition = { status: 'PENDING', event: 'connection.created' };

/** @throws Problem (conflict) for every move that the table of statuses does not have. */
export function decideMove(from: ConnectionStatus, move: ConnectionMove): ConnectionTransition {
  const to = findMove(from, move);
  if (!to) throw Problem.conflict(`A connection that is ${from} cannot take this step.`);
  return to;
}

/**
 * Returns the transition, or null if the status does not change, as for an ended consent that is noticed repeatedly.
 */
export function findMove(from: ConnectionStatus, move: ConnectionMove): ConnectionTransition | null {
  switch (move.kind) {
    case 'consent_given':
      return consentGiven(from);
    case 'consent_near_end':
      return from === 'ACTIVE' ? { status: 'EXPIRING', event: 'connection.expiring' } : null;
    case 'consent_ended':
      return from === 'ACTIVE' || from === 'EXPIRING' || from === 'FAILING'
        ? { status: 'EXPIRED', event: 'connection.expired' }
        : null;
    case 'syncs_failed':
      return from === 'ACTIVE' || from === 'EXPIRING'
        ? { status: 'FAILING', event: 'connection.failing' }
        : null;
    case 'sync_succeeded':
      return from === 'FAILING' && move.consent !== 'ENDED'
        ? { status: livingStatus(move.consent), event: 'connection.recovered' }
        : null;
    case 'disabled':
      return from === 'PENDING' || from === 'DISABLED'
        ? null
        : { status: 'DISABLED', event: 'connection.disabled' };
    case 'enabled':
      return from === 'DISABLED' ? { status: statusFor(move.consent), event: null } : null;
    default: {
      const unknown: never = move;
      return unknown;
    }
  }
}

/** Returns whether the connection's accounts can be changed by a new consent: it was set up, and is not disabled. */
export function isManageable(status: ConnectionStatus): boolean {
  return status !== 'PENDING' && findMove(status, { kind: 'consent_given' }) !== null;
}

/** Time before the end of a consent at which users are warned. */
export const NEAR_END_MS = 7 * 86_400_000;

export function consentStatus(expiresAt: Date | null, now: number): ConsentStatus {
  if (expiresAt === null) return 'VALID';
  const leftMs = expiresAt.getTime() - now;
  if (leftMs <= 0) return 'ENDED';
  return leftMs <= NEAR_END_MS ? 'NEAR_END' : 'VALID';
}

function consentGiven(from: ConnectionStatus): ConnectionTransition | null {
  switch (from) {
    case 'PENDING':
      return { status: 'ACTIVE', event: 'connection.activated' };
    case 'ACTIVE':
    case 'EXPIRING':
    case 'EXPIRED':
    case 'FAILING':
      return { status: 'ACTIVE', event: 'connection.reauthorized' };
    case 'DISABLED':
      return null;
    default: {
      const unknown: never = from;
      return unknown;
    }
  }
}

function statusFor(consent: ConsentStatus): ConnectionStatus {
  return consent === 'ENDED' ? 'EXPIRED' : livingStatus(consent);
}

function livingStatus(consent: 'VALID' | 'NEAR_END'): ConnectionStatus {
  return consent === 'NEAR_END' ? 'EXPIRING' : 'ACTIVE';
}
