import { Type } from '@sinclair/typebox';
import { SCOPES } from '../../identity/permissions/scopes';
import { component } from '../../rest/openapi/components';
import { CountText, IdText, Text, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';

/** The members of an app without its secret. */
export const RegisteredAppMembers = {
  id: IdText,
  client_id: Text,
  name: Text,
  homepage: TextOrNull,
  redirect_uris: Type.Array(Text),
  scopes: Type.Array(TextOneOf(SCOPES)),
  confidential: Type.Boolean({ description: 'Whether the app has a secret.' }),
  manages_users: Type.Boolean({ description: 'Whether the app creates users and their tokens.' }),
  users_count: CountText,
  created_at: TimeText,
  updated_at: TimeText,
};

/** An app that the user registered. */
export const RegisteredApp = component(
  'App',
  Type.Object({
    ...RegisteredAppMembers,
    secret: Type.Optional(
      Type.String({
        description:
          'The client secret. Only the responses to creating the app and to rotating the secret have it, because only a hash of the secret is stored.',
      }),
    ),
  }),
);
