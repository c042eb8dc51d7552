import { Type } from '@sinclair/typebox';
import { defineCommand, ServiceName } from '../../contract';
import { Id } from '../../scalars';

/** The services, other than the gateway, that store users' data. */
export type UserDataOwner = Exclude<ServiceName, 'api-gateway'>;

/** The maximum number of users in one request. */
export const ERASURES_ASKED_MAX = 500;

/** Position at which reading continues: after a row of the n-th kind of data, or within a row that is too long for one reply. */
export const UserDataCursor = Type.Object({
  kind: Type.Integer({ minimum: 0 }),
  /** The key of the last row that was returned completely, as JSON; null: none yet. */
  after: Type.Union([Type.String(), Type.Null()]),
  /** The number of characters of the next row that were returned already. */
  characters: Type.Integer({ minimum: 0 }),
});

const SHOWN_ERASURE = Type.Object({
  /** Number of the requested users whom this service has erased completely. */
  erased: Type.Integer({ minimum: 0 }),
  rowsErased: Type.Integer({ minimum: 0 }),
});

const READ_DATA = Type.Object({
  /** Lines of JSON, each `{"service","kind","data"}`; the last one may continue in the next reply. */
  text: Type.String(),
  next: Type.Union([UserDataCursor, Type.Null()]),
});

const EACH = { userIds: Type.Array(Id, { minItems: 1, maxItems: ERASURES_ASKED_MAX }) };

function showErasure<S extends UserDataOwner>(service: S) {
  return defineCommand({
    service,
    name: 'show-user-erasure',
    description: 'Answers how far the erasure of users is here.',
    payload: Type.Object(EACH),
    result: SHOWN_ERASURE,
    reading: true,
  });
}

function readUserData<S extends UserDataOwner>(service: S) {
  return defineCommand({
    service,
    name: 'read-user-data',
    description: 'Hands over what is kept of the caller, piece by piece; secrets are left out.',
    payload: Type.Object({ cursor: Type.Union([UserDataCursor, Type.Null()]) }),
    result: READ_DATA,
    reading: true,
  });
}

export const ShowErasureInIngestionSync = showErasure('ingestion-sync');
export const ShowErasureInRuleEngine = showErasure('rule-engine');
export const ShowErasureInTransferEngine = showErasure('transfer-engine');
export const ShowErasureInWebhookDispatcher = showErasure('webhook-dispatcher');

export const ReadDataInIngestionSync = readUserData('ingestion-sync');
export const ReadDataInRuleEngine = readUserData('rule-engine');
export const ReadDataInTransferEngine = readUserData('transfer-engine');
export const ReadDataInWebhookDispatcher = readUserData('webhook-dispatcher');

type ShowErasure = typeof ShowErasureInIngestionSync;
type ReadData = typeof ReadDataInIngestionSync;

/** The command of each service that owns users' data, in the order of an export. */
export const USER_DATA_OWNERS: Readonly<
  Record<UserDataOwner, { readonly showErasure: ShowErasure; readonly readData: ReadData }>
> = {
  'ingestion-sync': { showErasure: ShowErasureInIngestionSync, readData: ReadDataInIngestionSync },
  'rule-engine': { showErasure: ShowErasureInRuleEngine, readData: ReadDataInRuleEngine },
  'transfer-engine': { showErasure: ShowErasureInTransferEngine, readData: ReadDataInTransferEngine },
  'webhook-dispatcher': {
    showErasure: ShowErasureInWebhookDispatcher,
    readData: ReadDataInWebhookDispatcher,
  },
};

/** Whether the service owns data of users. */
export function isUserDataOwner(service: ServiceName): service is UserDataOwner {
  return service in USER_DATA_OWNERS;
}
