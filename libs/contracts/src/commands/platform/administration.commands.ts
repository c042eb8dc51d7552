import { Static, Type } from '@sinclair/typebox';
import {
  CommandContract,
  CommandPayload,
  CommandResult,
  defineCommand,
  ServiceName,
  SERVICES,
} from '../../contract';
import { Id, Nullable } from '../../scalars';

/** The services, other than the gateway, that administrators look into. */
export type AdministeredService = Exclude<ServiceName, 'api-gateway'>;

/** Maximum number of dead letters in one command. */
export const DEAD_LETTERS_MAX = 10_000;

const Count = Type.Integer({ minimum: 0 });
const Moment = Type.String();

/** A consumer group of a service on the bus. */
const ConsumerGroup = Type.Object({
  group: Type.String(),
  /** Messages that were not consumed yet. */
  lag: Count,
  /** Instances that consume. */
  members: Count,
});

/** State of a service, from its own tables and the bus. */
export const ServiceState = Type.Object({
  /** Reason why it receives no messages; null while it does. */
  trouble: Nullable(Type.String()),
  outbox: Count,
  oldestOutboxS: Nullable(Type.Number()),
  deadLetters: Count,
  jobsWaiting: Count,
  jobsFailed: Count,
  /** Null where the bus runs inside the process: waiting messages are in the outbox. */
  groups: Nullable(Type.Array(ConsumerGroup)),
});
export type ServiceState = Static<typeof ServiceState>;

/** The tables of a service. */
export const ServiceSizes = Type.Object({
  bytes: Count,
  databaseBytes: Count,
  tables: Type.Array(
    Type.Object({
      name: Type.String(),
      /** PostgreSQL's estimate of the rows. */
      rows: Count,
      /** Size with indexes and TOAST. */
      bytes: Count,
    }),
  ),
});
export type ServiceSizes = Static<typeof ServiceSizes>;

/** A message that a consumer could not process, without its content. */
export const DeadLetter = Type.Object({
  id: Id,
  topic: Type.String(),
  key: Type.String(),
  /** The index inside its message; -1 for the whole message. */
  item: Type.Integer(),
  error: Type.String(),
  attempts: Count,
  createdAt: Moment,
});

/** Selects dead letters: by id, by topic, or all. */
export const DeadLetterChoice = Type.Union([
  Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: DEAD_LETTERS_MAX }) }),
  Type.Object({ topic: Type.String() }),
  Type.Object({ all: Type.Literal(true) }),
]);
export type DeadLetterChoice = Static<typeof DeadLetterChoice>;

/** The progress of an administrator's request to a service. */
export const AdministrationRequest = Type.Object({
  id: Id,
  progress: Nullable(Type.String()),
  endedAt: Nullable(Moment),
  outcome: Nullable(Type.String()),
  error: Nullable(Type.String()),
  /** Progress of the work that continues after the request; null where the request does all of it. */
  work: Type.Optional(
    Nullable(
      Type.Object({
        lines: Type.Array(Type.String()),
        isEnded: Type.Boolean(),
        isFailed: Type.Boolean(),
      }),
    ),
  ),
});
export type AdministrationRequest = Static<typeof AdministrationRequest>;

/** Work that administrators request from a running service, and the services that do it. */
export const REQUESTABLE = {
  're-encrypt': SERVICES,
  'sync-accounts': ['ingestion-sync'],
  reprocess: ['ingestion-sync'],
  'replay-webhooks': ['webhook-dispatcher'],
  'checksum-query-model': ['api-gateway'],
} as const satisfies Record<string, readonly ServiceName[]>;
export type RequestableWork = keyof typeof REQUESTABLE;
export const REQUESTABLE_WORK = Object.keys(REQUESTABLE) as RequestableWork[];

/** The largest parameters of a request, as JSON. */
export const REQUEST_PARAMETERS_LENGTH_MAX = 200_000;
export const REQUESTS_SHOWN_MAX = 10_000;

/** A row of the record of requests. */
export const RecordedRequest = Type.Object({
  id: Id,
  requestedAt: Moment,
  requestedBy: Nullable(Type.String()),
  kind: Type.String(),
  parameters: Type.Record(Type.String(), Type.Unknown()),
  endedAt: Nullable(Moment),
  outcome: Nullable(Type.String()),
  error: Nullable(Type.String()),
});

const EMPTY = Type.Object({});

function commandsOf<S extends AdministeredService>(service: S) {
  return {
    showState: defineCommand({
      service,
      name: 'show-service-state',
      description: 'Answers how the service is: its outbox, dead letters, jobs and consumer groups.',
      payload: EMPTY,
      result: ServiceState,
      reading: true,
    }),
    showSizes: defineCommand({
      service,
      name: 'show-service-sizes',
      description: 'Answers how large the tables of the service are.',
      payload: EMPTY,
      result: ServiceSizes,
      reading: true,
    }),
    listDeadLetters: defineCommand({
      service,
      name: 'list-dead-letters',
      description: 'Lists messages that the service could not process, oldest first, without their content.',
      payload: Type.Object({
        topics: Nullable(Type.Array(Type.String(), { maxItems: 100 })),
        limit: Type.Integer({ minimum: 1, maximum: 1000 }),
        offset: Count,
      }),
      result: Type.Object({ total: Count, deadLetters: Type.Array(DeadLetter) }),
      reading: true,
    }),
    showDeadLetter: defineCommand({
      service,
      name: 'show-dead-letter',
      description:
        'Answers a dead letter with its content, in which only ids, types, states, moments and counts are shown.',
      payload: Type.Object({ id: Id }),
      result: Type.Composite([DeadLetter, Type.Object({ content: Type.String() })]),
      reading: true,
    }),
    replayDeadLetters: defineCommand({
      service,
      name: 'replay-dead-letters',
      description: 'Begins to process dead letters again. One that fails again stays, with the new reason.',
      payload: Type.Object({ choice: DeadLetterChoice }),
      result: Type.Object({ deadLetters: Count, request: Nullable(AdministrationRequest) }),
    }),
    dropDeadLetters: defineCommand({
      service,
      name: 'drop-dead-letters',
      description: 'Deletes dead letters for good.',
      payload: Type.Object({ choice: DeadLetterChoice }),
      result: Type.Object({ deadLetters: Count }),
    }),
    startRequest: defineCommand({
      service,
      name: 'start-administration-request',
      description: 'Begins work for an administrator, which the service does in the background.',
      payload: Type.Object({
        kind: Type.Unsafe<RequestableWork>(Type.Union(REQUESTABLE_WORK.map((kind) => Type.Literal(kind)))),
        parameters: Type.Record(Type.String(), Type.Unknown()),
      }),
      result: AdministrationRequest,
    }),
    listRequests: defineCommand({
      service,
      name: 'list-administration-requests',
      description: 'Lists what administrators and operators requested, newest first, without secrets.',
      payload: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: REQUESTS_SHOWN_MAX }),
        offset: Count,
      }),
      result: Type.Object({ total: Count, requests: Type.Array(RecordedRequest) }),
      reading: true,
    }),
    showRequest: defineCommand({
      service,
      name: 'show-administration-request',
      description: 'Answers the progress of what the service does for an administrator.',
      payload: Type.Object({ id: Id }),
      result: AdministrationRequest,
      reading: true,
    }),
  };
}

/** The commands by which each of them is administered. */
export type AdministrationCommands = ReturnType<typeof commandsOf>;

/** Names of the administration commands of a service. */
export type AdministrationCommand = keyof AdministrationCommands;
export type AdministrationPayload<C extends AdministrationCommand> = CommandPayload<
  AdministrationCommands[C]
>;
export type AdministrationResult<C extends AdministrationCommand> = CommandResult<AdministrationCommands[C]>;

export const ADMINISTRATION_COMMANDS: Readonly<Record<AdministeredService, AdministrationCommands>> = {
  'ingestion-sync': commandsOf('ingestion-sync'),
  'rule-engine': commandsOf('rule-engine'),
  'transfer-engine': commandsOf('transfer-engine'),
  'webhook-dispatcher': commandsOf('webhook-dispatcher'),
};

/** Whether the gateway administers the service by commands. */
export function isAdministeredByCommand(service: ServiceName): service is AdministeredService {
  return service in ADMINISTRATION_COMMANDS;
}

/** Returns all administration commands of all services, for the catalogue. */
export function administrationCommands(): CommandContract[] {
  return Object.values(ADMINISTRATION_COMMANDS).flatMap((ofService) => Object.values(ofService));
}
