import {
  Caller,
  CommandPayload,
  CONNECTIONS_PER_USER_MAX,
  CreateConnection,
  DEFAULT_ACCOUNT_CONFIG,
  InstitutionDocument,
  Problem,
} from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { authoredChange } from '../accounts/account-config';
import { UNKNOWN_HEALTH } from '../accounts/account-row';
import { CREATED } from './connection-state';
import { Connection } from './connection.entity';
import { AccountProvider, CreatedConsent } from '../providers/provider.port';

/** What a caller says of a new connection. */
interface WantedConnection {
  readonly caller: Caller;
  readonly payload: Pick<CommandPayload<typeof CreateConnection>, 'reference' | 'accountConfig'>;
}

/** A connection whose consent is not given yet. */
export function newConnectionRow(
  { caller, payload }: WantedConnection,
  { provider }: AccountProvider,
  institution: InstitutionDocument,
  created: CreatedConsent,
): Partial<Connection> {
  return {
    userId: caller.userId,
    provider,
    region: institution.region,
    version: 1,
    status: CREATED.status,
    statusMessage: null,
    enabled: true,
    maxHistoricalDays: created.maxHistoricalDays,
    accessValidForDays: created.accessValidForDays,
    consentExpiresAt: null,
    name: null,
    reference: payload.reference,
    accountConfig: authoredChange(payload.accountConfig, caller),
    accountsLastSyncedAt: null,
    activatedAt: null,
    health: UNKNOWN_HEALTH,
    setupRenewal: false,
    syncBalances: payload.accountConfig.sync_balances ?? DEFAULT_ACCOUNT_CONFIG.sync_balances,
    updatedAt: new Date(),
  };
}

/**
 * Refuses one more connection than a user may have: each is read again and again for as long as it is there, at servers
 * that the user may name. @throws Problem (conflict)
 */
export async function checkConnectionLimit(database: Queryable, userId: number): Promise<void> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from connections where user_id = $1',
    [userId],
  );
  if ((row?.count ?? 0) < CONNECTIONS_PER_USER_MAX) return;
  throw Problem.conflict(
    `You have ${CONNECTIONS_PER_USER_MAX} connections, the most that one user may have. Delete those that you do not ` +
      'need, and try again.',
  );
}

/** The same, with the user's other new connections waiting: to be used in the transaction that stores it. */
export async function lockConnectionLimit(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':connections', $1::bigint))`,
    [userId],
  );
  await checkConnectionLimit(tx, userId);
}
