import { Type } from '@sinclair/typebox';
import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import {
  IdText,
  OrNull,
  Text,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

/** An attempt to POST a delivery. */
export const WebhookAttempt = component(
  'WebhookAttempt',
  Type.Object({
    number: Type.Integer({ minimum: 1 }),
    attempted_at: TimeText,
    duration_ms: Type.Integer({ minimum: 0 }),
    status_code: OrNull(Type.Integer()),
    error: Type.Union([Text, Type.Null()], {
      description:
        'Null for a success; else its kind: `HTTP_503`, `TIMEOUT`, `DNS`, `TLS`, `CONNECTION`, `ADDRESS_REFUSED` (the host is unknown, or its address is not allowed).',
    }),
  }),
);

export const WebhookDelivery = component(
  'WebhookDelivery',
  Type.Object({
    id: IdText,
    webhook_endpoint_id: IdText,
    message_id: Text,
    event_type: TextOneOf(WEBHOOK_EVENTS),
    financial_account_id: TextOrNull,
    status: TextOneOf(DELIVERY_STATUSES),
    attempts_count: Type.Integer({ minimum: 0 }),
    next_attempt_at: TimeOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    attempts: Type.Array(WebhookAttempt),
  }),
);

const Count = Type.Integer({ minimum: 0 });

/** The attempts of one hour. */
export const WebhookFigures = component(
  'WebhookFigures',
  Type.Object({
    hour: TimeText,
    answered: Type.Integer({ minimum: 0, description: 'With a status of 2xx.' }),
    failed: Count,
    median_ms: OrNull(Count),
    p95_ms: OrNull(Count),
  }),
);
