import { Type } from '@sinclair/typebox';
import { SECURITY_EVENTS } from '../../identity/audit/security-events';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, TextOneOf, TimeText } from '../../rest/openapi/wire.schema';

export const SecurityEventResource = component(
  'SecurityEvent',
  Type.Object({
    id: IdText,
    type: TextOneOf(SECURITY_EVENTS),
    address: OrNull(
      Type.String({
        description:
          'The network that it came from: /24 of IPv4, /48 of IPv6. Null where no HTTP request led to it.',
      }),
    ),
    token_id: OrNull(IdText),
    app_id: OrNull(IdText),
    name: OrNull(Type.String({ description: 'The name that the token or the app had then.' })),
    created_at: TimeText,
  }),
);
