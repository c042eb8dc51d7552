import {
  Caller,
  CommandPayload,
  CreateConnection,
  DEFAULT_ACCOUNT_CONFIG,
  InstitutionDocument,
} from '@tributary/contracts';
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
