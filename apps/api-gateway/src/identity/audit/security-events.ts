import { Queryable } from '@tributary/persistence';
import { networkOf } from '../limits/networks';
import { insertSecurityEvent } from './security-events.store';

/** The content of the audit trail. */
export const SECURITY_EVENTS = [
  'SIGNED_UP',
  'SIGN_UP_REPEATED',
  'SIGNED_IN',
  'SIGNED_IN_FROM_NEW_ADDRESS',
  'SIGN_IN_FAILED',
  'EMAIL_CHANGED',
  'EMAIL_RESTORED',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'PLAN_CHANGED',
  'ROLE_CHANGED',
  'USER_DISABLED',
  'USER_ENABLED',
  'TOKEN_CREATED',
  'TOKEN_USED_FROM_NEW_ADDRESS',
  'TOKEN_CHANGED',
  'TOKEN_REVOKED',
  'APP_CREATED',
  'APP_CHANGED',
  'APP_SECRET_ROTATED',
  'APP_DELETED',
  'CONSENT_GIVEN',
  'CONSENT_CHANGED',
  'CONSENT_ENDED',
  'CONSENT_REVOKED',
  'REFRESH_TOKEN_REUSED',
  'ADMINISTERED',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

export interface SecurityEvent {
  readonly userId: number;
  readonly kind: SecurityEventKind;
  /** The origin of the request, of which the network is stored; null if it did not come over HTTP. */
  readonly address?: string | null;
  /** Our own ids and names, never with a secret. */
  readonly details?: Readonly<Record<string, string | number | null>>;
}

/** Stores the event, in the transaction that it describes. An app's event has its current name. */
export async function recordSecurityEvent(tx: Queryable, event: SecurityEvent): Promise<void> {
  const network = event.address ? networkOf(event.address) : null;
  const { userId, kind, details = {} } = event;
  await insertSecurityEvent(tx, { userId, kind, network, details });
}
