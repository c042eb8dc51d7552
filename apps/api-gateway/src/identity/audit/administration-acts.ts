import { Queryable } from '@tributary/persistence';
import { recordSecurityEvent } from './security-events';

/** Acts of administrators that concern others than themselves. */
export const ADMINISTRATION_ACTS = [
  'USER_CREATED',
  'USER_CHANGED',
  'USER_DELETED',
  'PASSWORD_RESET',
  'INVITATION_CREATED',
  'INVITATION_WITHDRAWN',
  'DEAD_LETTER_SHOWN',
  'DEAD_LETTERS_REPLAYED',
  'DEAD_LETTERS_DROPPED',
  'QUERY_MODEL_REBUILD_STARTED',
  'QUERY_MODEL_REBUILD_CANCELLED',
  'PROVIDER_KEYS_SET',
  'PROVIDER_KEYS_REMOVED',
  'WORK_REQUESTED',
  'TOKEN_REVOKED',
  'GRANT_REVOKED',
  'ACCESSES_REVOKED',
  'APP_DELETED',
] as const;
export type AdministrationAct = (typeof ADMINISTRATION_ACTS)[number];

export interface Administered {
  readonly administratorId: number;
  /** Address that the request came from. */
  readonly address: string;
  readonly act: AdministrationAct;
  /** Object of the act by our own ids and names, never with a secret. */
  readonly subject: string;
  /** Number of changed objects, or the change. */
  readonly result?: string | null;
}

/** Stores an act in the trail of the administrator, and so in the installation's. */
export function recordAdministration(
  database: Queryable,
  { administratorId: userId, address, act, subject, result = null }: Administered,
): Promise<void> {
  return recordSecurityEvent(database, {
    userId,
    kind: 'ADMINISTERED',
    address,
    details: { act, subject, result },
  });
}
