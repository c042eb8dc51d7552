import { Tx } from '@tributary/persistence';
import { revokeTokensOf } from './issue-personal-token';
import { revokeGrantsOf } from '../apps/grants';
import { SecurityEvent } from '../audit/security-events';
import { endOtherSessions } from '../sessions/sessions.store';

/** Accesses that a new password can end: sessions, personal tokens, and grants to apps. */
export const ENDABLE = ['sessions', 'tokens', 'grants'] as const;
export type Endable = (typeof ENDABLE)[number];

interface EndedBy {
  readonly address?: string | null;
  readonly details?: SecurityEvent['details'];
  /** The session that stays; null: none. */
  readonly sessionId?: number | null;
}

/**
 * Ends the chosen accesses, each token and grant with its own entry in the trail. Call
 * `recentAccess(database).forget()` after the transaction. @returns how many of each
 */
export async function endAccesses(
  tx: Tx,
  userId: number,
  chosen: readonly Endable[],
  by: EndedBy,
): Promise<Record<Endable, number>> {
  return {
    sessions: chosen.includes('sessions') ? await endOtherSessions(tx, userId, by.sessionId ?? null) : 0,
    tokens: chosen.includes('tokens') ? await revokeTokensOf(tx, userId, by) : 0,
    grants: chosen.includes('grants') ? await revokeGrantsOf(tx, userId, by) : 0,
  };
}
