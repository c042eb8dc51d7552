import { Queryable } from '@tributary/persistence';

/** What the audit trail tells the owner of. */
export const SECURITY_EVENTS = [
  'SIGNED_UP',
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'PASSWORD_CHANGED',
  'TOKEN_CREATED',
  'TOKEN_REVOKED',
  'APP_CREATED',
  'APP_CHANGED',
  'APP_SECRET_ROTATED',
  'APP_DELETED',
  'CONSENT_GIVEN',
  'CONSENT_CHANGED',
  'CONSENT_REVOKED',
  'REFRESH_TOKEN_REUSED',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

export interface SecurityEvent {
  readonly userId: number;
  readonly kind: SecurityEventKind;
  /** Where the request came from; null where nobody asked over HTTP. */
  readonly address?: string | null;
  /** Ids and names of ours; never a secret. */
  readonly details?: Readonly<Record<string, string | number | null>>;
}

/** Keeps the event, in the transaction that it tells of. */
export async function recordSecurityEvent(tx: Queryable, event: SecurityEvent): Promise<void> {
  await tx.execute(
    'insert into security_events (user_id, kind, address, details) values ($1, $2, $3, $4::jsonb)',
    [event.userId, event.kind, event.address ?? null, JSON.stringify(event.details ?? {})],
  );
}
