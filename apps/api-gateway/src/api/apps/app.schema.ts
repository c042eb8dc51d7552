import { Type } from '@sinclair/typebox';
import { SCOPES } from '../../identity/permissions/scopes';
import { component } from '../../rest/openapi/components';
import { CountText, IdText, Text, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';

/** An app that the user registered. */
export const RegisteredApp = component(
  'App',
  Type.Object({
    id: IdText,
    client_id: Text,
    name: Text,
    homepage: TextOrNull,
    redirect_uris: Type.Array(Text),
    scopes: Type.Array(TextOneOf(SCOPES)),
    confidential: Type.Boolean({ description: 'It has a secret.' }),
    manages_users: Type.Boolean({ description: 'It makes tokens for users of its own.' }),
    users_count: CountText,
    created_at: TimeText,
    updated_at: TimeText,
    secret: Type.Optional(
      Type.String({
        description: 'In the answers to its creation and its rotation only: it is not kept.',
      }),
    ),
  }),
);
