import { Type } from '@sinclair/typebox';
import { SCOPES } from '../../identity/permissions/scopes';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOneOf, TimeOrNull, TimeText } from '../../rest/openapi/wire.schema';

export const PersonalToken = component(
  'PersonalAccessToken',
  Type.Object({
    id: IdText,
    name: Text,
    type: TextOneOf(['PERSONAL', 'LEGACY']),
    scopes: Type.Union([Type.Array(TextOneOf(SCOPES)), Type.Null()], { description: 'Null: all.' }),
    financial_accounts: OrNull(Type.Array(IdText, { description: 'Null: all accounts.' })),
    last_used_at: Type.Union([TimeText, Type.Null()], { description: 'To the minute.' }),
    expires_at: TimeText,
    revoked_at: TimeOrNull,
    created_at: TimeText,
    token: Type.Optional(
      Type.String({ description: 'The token itself, in the answer to its creation only: it is not kept.' }),
    ),
  }),
);
