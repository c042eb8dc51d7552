import { Type } from '@sinclair/typebox';
import { SERVICES } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  IdText,
  OrNull,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

const Seconds = Type.Number({ minimum: 0 });
const Integer = Type.Integer({ minimum: 0 });

export const HEALTH = ['HEALTHY', 'UNHEALTHY', 'UNREACHABLE'] as const;

/** State of a service. Fields are null while the service sends no reply. */
export const AdministeredServiceState = component(
  'AdministeredService',
  Type.Object({
    service: TextOneOf(SERVICES),
    health: TextOneOf(HEALTH),
    trouble: OrNull(Type.String({ description: 'What is wrong, in words.' })),
    outbox: OrNull(Type.Integer({ minimum: 0, description: 'Messages that wait to be sent.' })),
    oldest_outbox_s: OrNull(Seconds),
    dead_letters: OrNull(Type.Integer({ minimum: 0, description: 'Messages that could not be processed.' })),
    jobs_waiting: OrNull(Integer),
    jobs_failed: OrNull(Integer),
    consumer_groups: OrNull(
      Type.Array(Type.Object({ group: Type.String(), lag: Integer, members: Integer }), {
        description:
          'How many messages each group has not consumed, and how many instances consume. Null where the bus runs inside ' +
          'one process: what waits there is in the outbox.',
      }),
    ),
  }),
);

export const AdministeredServiceSizes = component(
  'AdministeredServiceSizes',
  Type.Object({
    service: TextOneOf(SERVICES),
    bytes: OrNull(Integer),
    tables: OrNull(
      Type.Array(
        Type.Object({
          name: Type.String(),
          rows: Type.Integer({ minimum: 0, description: 'PostgreSQL’s estimate.' }),
          bytes: Type.Integer({ minimum: 0, description: 'With indexes.' }),
        }),
      ),
    ),
  }),
);

const DEAD_LETTER = {
  id: IdText,
  service: TextOneOf(SERVICES),
  topic: Type.String(),
  key: Type.String(),
  item: OrNull(Type.Integer({ minimum: 0, description: 'The index of the item in its message; null: all.' })),
  error: Type.String(),
  attempts: CountText,
  created_at: TimeText,
};

export const DeadLetter = component('DeadLetter', Type.Object(DEAD_LETTER));

export const DeadLetterContent = component(
  'DeadLetterContent',
  Type.Object({
    ...DEAD_LETTER,
    content: Type.String({ description: 'The message as JSON, its texts and amounts masked.' }),
  }),
);

export const AdministrationRequest = component(
  'AdministrationRequest',
  Type.Object({
    id: IdText,
    service: TextOneOf(SERVICES),
    progress: OrNull(Type.String({ description: '`3 of 10`' })),
    ended_at: TimeOrNull,
    outcome: OrNull(Type.String({ description: '`9 replayed, 1 failed again`' })),
    error: TextOrNull,
    work: OrNull(
      Type.Object(
        {
          lines: Type.Array(Type.String()),
          is_ended: Type.Boolean(),
          is_failed: Type.Boolean(),
        },
        { description: 'Progress of what continues after the request; null where nothing does.' },
      ),
    ),
  }),
);

export const RecordedRequest = component(
  'RecordedRequest',
  Type.Object({
    id: IdText,
    service: TextOneOf(SERVICES),
    requested_at: TimeText,
    requested_by: OrNull(Type.String({ description: '`administrator 1`, or the name of an operator.' })),
    kind: Type.String({ description: '`re-encrypt`' }),
    parameters: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    ended_at: TimeOrNull,
    outcome: TextOrNull,
    error: TextOrNull,
  }),
);
