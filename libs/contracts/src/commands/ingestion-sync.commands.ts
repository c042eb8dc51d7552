import { Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import { AccountConfig, Provider } from '../documents/finance.documents';
import { Id, IsoTime, Nullable } from '../documents/scalars';
import { ConnectionChangedV1 } from '../events/connection-changed.v1';

/** Starts a connection: the user is then sent to `link` to give consent. */
export const CreateConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'create-connection',
  description: 'Starts a connection to an institution and returns the link where the user gives consent.',
  payload: Type.Object({
    provider: Provider,
    institutionExternalId: Type.String(),
    reference: Nullable(Type.String({ maxLength: 128 })),
    redirectUrl: Type.String(),
    /** What the accounts of the connection start with where it differs from the defaults. */
    accountConfig: Type.Partial(AccountConfig),
  }),
  result: Type.Object({ connection: ConnectionChangedV1.payload, link: Type.String() }),
});

/** Ends the setup: asks the provider how the consent went, and takes its accounts. */
export const ActivateConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'activate-connection',
  description: 'Reads the outcome of the consent and, where it was given, the accounts that it covers.',
  payload: Type.Object({
    connectionId: Id,
    /** The query of the redirect that brought the user back; some providers need it to end the setup. */
    callback: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4096 }))),
  }),
  result: Type.Object({ connection: ConnectionChangedV1.payload, financialAccountIds: Type.Array(Id) }),
});

/** Which accounts a command is about: those of a connection, or the listed ones. */
const Accounts = {
  connectionId: Nullable(Id),
  financialAccountIds: Nullable(Type.Array(Id, { minItems: 1 })),
};

export const ConfigureAccounts = defineCommand({
  service: 'ingestion-sync',
  name: 'configure-accounts',
  description: 'Changes how accounts are synced; members that are left out keep their value.',
  payload: Type.Object({ ...Accounts, config: Type.Partial(AccountConfig) }),
  result: Type.Object({ changed: Type.Integer() }),
});

export const SyncAccounts = defineCommand({
  service: 'ingestion-sync',
  name: 'sync-accounts',
  description: 'Asks for a sync now, within the daily allowance of each account.',
  payload: Type.Object(Accounts),
  result: Type.Object({
    scheduled: Type.Integer(),
    /** The earliest time at which an account that has no allowance left may be asked again. */
    nextAllowedAt: Nullable(IsoTime),
  }),
});
