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
import { countConnections, lockAdding } from './connections.store';
import { AccountProvider, CreatedConsent } from '../providers/provider.port';

/** A caller's request for a new connection. */
interface WantedConnection {
  readonly caller: Caller;
  readonly payload: Pick<CommandPayload<typeof CreateConnection>, 'reference' | 'accountConfig'>;
}

/** Returns the row of a connection whose consent is not given yet. */
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
 * Checks the limit of connections of a user, because each is read regularly at servers that the user may name.
 * @throws Problem (conflict)
 */
export async function checkConnectionLimit(database: Queryable, userId: number): Promise<void> {
  if ((await countConnections(database, userId)) < CONNECTIONS_PER_USER_MAX) return;
  throw Problem.conflict(
    `You have ${CONNECTIONS_PER_USER_MAX} connections, the most that one user may have. Delete those that you do not ` +
      'need, and try again.',
  );
}

/**
 * Checks the limit of connections, and blocks the user's other new connections; call it in the transaction that stores
 * the new one.
 */
export async function lockConnectionLimit(tx: Tx, userId: number): Promise<void> {
  await lockAdding(tx, userId);
  await checkConnectionLimit(tx, userId);
}
