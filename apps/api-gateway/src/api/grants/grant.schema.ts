import { Type } from '@sinclair/typebox';
import { SCOPES } from '../../identity/permissions/scopes';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';

/** The user's grant to an app. */
export const GrantOfApp = component(
  'Grant',
  Type.Object({
    id: IdText,
    app_id: IdText,
    name: Type.String({
      description: 'What the user calls it; the name of the app, where nothing else was set.',
    }),
    app_name: Text,
    homepage: TextOrNull,
    client_id: Text,
    scopes: Type.Array(TextOneOf(SCOPES)),
    financial_accounts: OrNull(
      Type.Array(IdText, { description: 'Null: all accounts, also those that come later.' }),
    ),
    expires_at: Type.Union([TimeText, Type.Null()], { description: 'Null: when it is revoked.' }),
    last_used_at: Type.Union([TimeText, Type.Null()], { description: 'To the minute.' }),
    created_at: TimeText,
  }),
);
