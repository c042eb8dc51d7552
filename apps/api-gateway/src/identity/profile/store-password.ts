import { Tx } from '@tributary/persistence';
import { recordSecurityEvent } from '../audit/security-events';
import { Endable, endAccesses } from '../users/end-accesses';

/** Keeps the new password and ends what was chosen. Call `recentAccess(database).forget()` after the transaction. */
export async function storePassword(
  tx: Tx,
  {
    userId,
    address,
    sessionId = null,
  }: {
    readonly userId: number;
    readonly address: string;
    /** The session that goes on; null: none does. */
    readonly sessionId?: number | null;
  },
  { passwordHash, ends }: { readonly passwordHash: string; readonly ends: readonly Endable[] },
): Promise<void> {
  await tx.execute('update users set password_hash = $2, updated_at = now() where id = $1', [
    userId,
    passwordHash,
  ]);
  const details = await endAccesses(tx, userId, ends, { address, sessionId });
  await recordSecurityEvent(tx, { userId, kind: 'PASSWORD_CHANGED', address, details });
}
