import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { browserConfirmed, stateHash } from '../browser-binding';
import { DestinationType } from '../../destinations/destinations';
import { DestinationCredentials } from '../../documents/transfers/destination.documents';
import { Id, Nullable, OneOf } from '../../scalars';
import { DestinationUpsertedV1 } from '../../events/transfers/destination-upserted.v1';
import { TransferLinkUpsertedV1 } from '../../events/transfers/transfer-link-upserted.v1';

/** The current connection with its resources. A very large connection is incomplete here; events have the rest. */
export const ChangedDestination = DestinationUpsertedV1.payload;
export type ChangedDestination = Static<typeof ChangedDestination>;

const named = { name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })) };
const ofConnection = { destinationType: DestinationType, connectionId: Id };

/** The user is then sent to `link` to grant access. */
export const StartDestinationAuthorization = defineCommand({
  service: 'transfer-engine',
  name: 'start-destination-authorization',
  description:
    'Begins a connection, or the renewal of one, and returns the link where the user grants access.',
  confidential: true,
  payload: Type.Object({
    destinationType: DestinationType,
    /** The connection to renew; null for a new one. */
    connectionId: Nullable(Id),
    ...named,
    /** Final address of the user's browser. */
    redirectUrl: Type.String(),
    /** Address to which the destination redirects the browser first. */
    callbackUrl: Type.String(),
    /** Fields that the user typed beside granting access, by the names of the descriptor. */
    given: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
  result: Type.Object({ destination: ChangedDestination, link: Type.String(), ...stateHash }),
});

export const AUTHORIZATION_OUTCOMES = ['GIVEN', 'REFUSED', 'CONFLICT', 'UNAVAILABLE'] as const;
export type AuthorizationOutcome = (typeof AUTHORIZATION_OUTCOMES)[number];

/** The user's browser came back from the destination. The state identifies the connection, whoever the caller is. */
export const CompleteDestinationAuthorization = defineCommand({
  service: 'transfer-engine',
  name: 'complete-destination-authorization',
  description:
    'Ends the authorization that the state belongs to, and says where the browser goes next. Creates no access if ' +
    'another browser came back than the one in which the owner confirmed.',
  confidential: true,
  payload: Type.Object({
    destinationType: DestinationType,
    state: Type.String({ minLength: 1, maxLength: 128 }),
    /** The query that the browser came with. */
    callback: Type.Record(Type.String(), Type.String({ maxLength: 4096 })),
    ...browserConfirmed,
  }),
  result: Type.Object({
    outcome: OneOf(AUTHORIZATION_OUTCOMES),
    redirectUrl: Type.String(),
    destinations: Type.Array(ChangedDestination),
    /** Null if no connection was made. */
    connectionId: Nullable(Id),
  }),
});

export const ConnectDestination = defineCommand({
  service: 'transfer-engine',
  name: 'connect-destination',
  description:
    'Connects a user by credentials and reads what can be written to; the same user again is renewed.',
  confidential: true,
  payload: Type.Object({ ...named, credentials: DestinationCredentials }),
  result: ChangedDestination,
});

export const RefreshDestination = defineCommand({
  service: 'transfer-engine',
  name: 'refresh-destination',
  description: 'Reads again what can be written to; what is not there any more is marked as deleted.',
  payload: Type.Object(ofConnection),
  result: ChangedDestination,
});

export const UpdateDestination = defineCommand({
  service: 'transfer-engine',
  name: 'update-destination',
  description:
    'Renames a connection, disables or enables it, or says whether its links write balances: what is sent. While ' +
    'it is disabled its links carry nothing, and what waits goes on when it is enabled.',
  payload: Type.Object({
    ...ofConnection,
    ...named,
    enabled: Type.Optional(Type.Boolean()),
    syncBalances: Type.Optional(Type.Boolean()),
  }),
  result: ChangedDestination,
});

export const DeleteDestination = defineCommand({
  service: 'transfer-engine',
  name: 'delete-destination',
  description:
    'Forgets a connection, its credentials and its paused links; active links keep it from being deleted.',
  payload: Type.Object(ofConnection),
  result: Type.Object({
    destination: ChangedDestination,
    links: Type.Array(TransferLinkUpsertedV1.payload),
  }),
});
