import { Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { browserConfirmed, stateHash } from '../browser-binding';
import {
  AccountConfigChange,
  Provider,
  TIME_ZONE_LENGTH_MAX,
} from '../../documents/accounts/finance.documents';
import { Id, IsoTime, Nullable, OneOf } from '../../scalars';
import { AccountDeletedV1 } from '../../events/accounts/account-deleted.v1';
import { AccountUpsertedV1 } from '../../events/accounts/account-upserted.v1';
import { ConnectionChangedV1 } from '../../events/accounts/connection-changed.v1';
import { ReprocessingUpsertedV1 } from '../../events/accounts/reprocessing-upserted.v1';

/** Maximum length of a setup token: the address in it has a few hundred characters. */
export const SETUP_TOKEN_LENGTH_MAX = 4096;

/** Starts a connection: the user is then sent to `link` to give consent. */
export const CreateConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'create-connection',
  description: 'Starts a connection to an institution and returns the link where the user gives consent.',
  payload: Type.Object({
    provider: Provider,
    institutionExternalId: Type.String(),
    reference: Nullable(Type.String({ maxLength: 128 })),
    /** Final address of the user's browser. */
    redirectUrl: Type.String(),
    /** Address to which the institution redirects the browser first; absent: directly to `redirectUrl`. */
    callbackUrl: Type.Optional(Type.String()),
    /** The initial configuration of the connection's accounts, where it differs from the defaults. */
    accountConfig: AccountConfigChange,
  }),
  result: Type.Object({ connection: ConnectionChangedV1.payload, link: Type.String(), ...stateHash }),
});

/** Completes the setup: requests the result of the consent from the provider, and stores its accounts. */
export const ActivateConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'activate-connection',
  description: 'Reads the result of the consent and, if it was given, the accounts that it covers.',
  payload: Type.Object({
    connectionId: Id,
    /** The query of the redirect that brought the user back; some providers need it to end the setup. */
    callback: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 4096 }))),
    ...browserConfirmed,
  }),
  result: Type.Object({ connection: ConnectionChangedV1.payload, financialAccountIds: Type.Array(Id) }),
});

export const CONSENT_OUTCOMES = ['GIVEN', 'REFUSED', 'WAITING', 'CONFLICT', 'UNAVAILABLE'] as const;
export type ConsentOutcome = (typeof CONSENT_OUTCOMES)[number];

/** The user's browser came back from the institution. The state identifies the connection, whoever the caller is. */
export const CompleteConsent = defineCommand({
  service: 'ingestion-sync',
  name: 'complete-consent',
  description:
    'Ends the setup that the state belongs to, and says where the browser goes next. Ends the consent if ' +
    'another browser came back than the one in which the owner confirmed.',
  confidential: true,
  payload: Type.Object({
    state: Type.String({ minLength: 1, maxLength: 128 }),
    /** The query that the browser came with. */
    callback: Type.Record(Type.String(), Type.String({ maxLength: 4096 })),
    ...browserConfirmed,
  }),
  result: Type.Object({
    outcome: OneOf(CONSENT_OUTCOMES),
    redirectUrl: Type.String(),
    connection: ConnectionChangedV1.payload,
  }),
});

export const ReauthorizeConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'reauthorize-connection',
  description: 'Requests a new consent for a connection and returns the link where the user gives it.',
  payload: Type.Object({
    connectionId: Id,
    redirectUrl: Type.String(),
    callbackUrl: Type.Optional(Type.String()),
  }),
  result: Type.Object({ connection: ConnectionChangedV1.payload, link: Type.String(), ...stateHash }),
});

/** A user's setup token; it opens their accounts. */
const setupToken = Type.String({ minLength: 1, maxLength: SETUP_TOKEN_LENGTH_MAX });

/** The accounts are none while the token is claimed and the accounts cannot be read yet: see the connection's status. */
const claimed = Type.Object({ connection: ConnectionChangedV1.payload, financialAccountIds: Type.Array(Id) });

/** Connects at a provider without a page for the consent. */
export const ConnectBySetupToken = defineCommand({
  service: 'ingestion-sync',
  name: 'connect-by-setup-token',
  description:
    'Claims a setup token that the user made at the provider, once, and stores the accounts that it opens.',
  confidential: true,
  payload: Type.Object({
    provider: Provider,
    institutionExternalId: Type.String(),
    setupToken,
    reference: Nullable(Type.String({ maxLength: 128 })),
    accountConfig: AccountConfigChange,
  }),
  result: claimed,
});

export const ReauthorizeBySetupToken = defineCommand({
  service: 'ingestion-sync',
  name: 'reauthorize-by-setup-token',
  description:
    'Claims another setup token for a connection; until it is claimed, the current access stays in use.',
  confidential: true,
  payload: Type.Object({ connectionId: Id, setupToken }),
  result: claimed,
});

export const UpdateConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'update-connection',
  description:
    'Changes what the caller says of a connection; null clears, as does a blank name. Disabled, it is not synced; ' +
    'enabled, it syncs again if its consent is in force.',
  payload: Type.Object({
    connectionId: Id,
    name: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    reference: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
    enabled: Type.Optional(Type.Boolean()),
  }),
  result: ConnectionChangedV1.payload,
});

export const DeleteConnection = defineCommand({
  service: 'ingestion-sync',
  name: 'delete-connection',
  description: 'Removes a connection with its accounts and all that was read for them.',
  payload: Type.Object({ connectionId: Id }),
  result: Type.Object({
    connection: ConnectionChangedV1.payload,
    accounts: Type.Array(AccountDeletedV1.payload),
  }),
});

/** The accounts of a command: those of a connection, or the listed ones. */
const Accounts = {
  connectionId: Nullable(Id),
  financialAccountIds: Nullable(Type.Array(Id, { minItems: 1 })),
};

export const ConfigureAccounts = defineCommand({
  service: 'ingestion-sync',
  name: 'configure-accounts',
  description: 'Changes how accounts are synced; members that are left out keep their value.',
  payload: Type.Object({ ...Accounts, config: AccountConfigChange }),
  /** Accounts that the command changed. */
  result: Type.Object({ accounts: Type.Array(AccountUpsertedV1.payload) }),
});

export const UpdateAccount = defineCommand({
  service: 'ingestion-sync',
  name: 'update-account',
  description:
    'Changes the fields of an account that are sent; members of config keep their value if left out.',
  payload: Type.Object({
    financialAccountId: Id,
    customName: Type.Optional(Nullable(Type.String({ maxLength: 255 }))),
    enabled: Type.Optional(Type.Boolean()),
    timeZone: Type.Optional(Nullable(Type.String({ maxLength: TIME_ZONE_LENGTH_MAX }))),
    config: Type.Optional(AccountConfigChange),
  }),
  result: AccountUpsertedV1.payload,
});

export const DeleteAccount = defineCommand({
  service: 'ingestion-sync',
  name: 'delete-account',
  description: 'Removes an account and all that was read for it.',
  payload: Type.Object({ financialAccountId: Id }),
  result: AccountDeletedV1.payload,
});

/** A user who waits for the reply, with the data that institutions require. */
const PresentUser = Type.Object({
  ipAddress: Type.String({ minLength: 2, maxLength: 64 }),
  userAgent: Type.String({ maxLength: 1024 }),
  referer: Type.Optional(Type.String({ maxLength: 2048 })),
  accept: Type.Optional(Type.String({ maxLength: 1024 })),
  acceptCharset: Type.Optional(Type.String({ maxLength: 1024 })),
  acceptEncoding: Type.Optional(Type.String({ maxLength: 1024 })),
  acceptLanguage: Type.Optional(Type.String({ maxLength: 1024 })),
});

export const SyncAccounts = defineCommand({
  service: 'ingestion-sync',
  name: 'sync-accounts',
  description:
    'Asks for a sync now, within the daily allowance of each account; calls for a user who is present do not count ' +
    'where the provider makes that difference.',
  confidential: true,
  payload: Type.Object({ ...Accounts, user: Type.Optional(PresentUser) }),
  result: Type.Object({
    scheduled: Type.Integer(),
    /** The earliest time of the next call for an account without allowance. */
    nextAllowedAt: Nullable(IsoTime),
  }),
});

export const ReprocessTransactions = defineCommand({
  service: 'ingestion-sync',
  name: 'reprocess-transactions',
  description:
    "Reads the rows that were kept of accounts' transactions again with the mapping of now, in the background.",
  payload: Type.Object(Accounts),
  result: ReprocessingUpsertedV1.payload,
});
