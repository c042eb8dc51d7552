import { TSchema, Type } from '@sinclair/typebox';
import { IsoTime } from '../scalars';
import { PayloadVersion, WebhookEvent } from '../documents/webhook.documents';
import { PAYLOADS } from '../wire/resources';
import { canonicalName, EVENT_TYPES, memberNameIn, PAYLOAD_MEMBERS, PayloadMemberName } from './event-types';

/** The schemas of payloads: inline, or as references to a document's schemas. */
export type PayloadResources = Readonly<Record<keyof typeof PAYLOADS, TSchema>>;

/** The body of one event in one payload version. */
export function payloadSchema(
  event: WebhookEvent,
  version: PayloadVersion,
  resources: PayloadResources = PAYLOADS,
): TSchema {
  const members = EVENT_TYPES[canonicalName(event)];
  return Type.Object({
    /** The `webhook-id`, too: the same for every attempt, so that a receiver recognizes a repetition. */
    id: Type.String(),
    payload_version: Type.Literal(version),
    created_at: IsoTime,
    /** Present only in messages of `POST /webhooks/{id}/test`. */
    test: Type.Optional(Type.Literal(true)),
    type: Type.Literal(event),
    data: Type.Object(
      Object.fromEntries(members.map((one) => [memberNameIn(version, one), memberSchema(one, resources)])),
    ),
  });
}

function memberSchema(member: PayloadMemberName, resources: PayloadResources): TSchema {
  const row = PAYLOAD_MEMBERS[member];
  return 'list' in row ? Type.Array(resources[row.resource], row.list) : resources[row.resource];
}
