import { Type } from '@sinclair/typebox';
import { PAYLOAD_VERSIONS, WEBHOOK_EVENTS, WEBHOOK_TYPES } from '@tributary/contracts';
import { HealthSchema } from '../included/connection.schema';
import { PausedOrNull } from '../../rest/openapi/paused.schema';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';

export const WebhookEndpoint = component(
  'WebhookEndpoint',
  Type.Object({
    id: IdText,
    url: Text,
    description: TextOrNull,
    enabled: Type.Boolean(),
    type: TextOneOf(WEBHOOK_TYPES),
    omit_sensitive_identifiers: Type.Boolean(),
    events: Type.Array(TextOneOf(WEBHOOK_EVENTS)),
    payload_version: TextOneOf(PAYLOAD_VERSIONS),
    created_at: TimeText,
    updated_at: TimeText,
    financial_accounts: OrNull(Type.Array(IdText)),
    health: HealthSchema,
    paused: PausedOrNull,
    secret: Type.Optional(
      Type.String({ description: 'The signing secret, in the answers to its creation and rotation only.' }),
    ),
    previous_secret_valid_until: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'In the answer to a rotation: so long the old secret signs too.',
      }),
    ),
  }),
);
