import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, TimeText } from '../../rest/openapi/wire.schema';

/** A browser in which the user is signed in. */
export const SessionResource = component(
  'Session',
  Type.Object({
    id: IdText,
    network: OrNull(
      Type.String({
        description: 'Where it was signed in from: /24 of IPv4, /48 of IPv6. Null where it is not known.',
      }),
    ),
    browser: OrNull(Type.String({ description: 'Such as `Firefox on Linux`. Null where it is not known.' })),
    current: Type.Boolean({ description: 'Whether the request came in this session.' }),
    created_at: TimeText,
    expires_at: TimeText,
  }),
);
