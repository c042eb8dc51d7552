import { Type } from '@sinclair/typebox';
import { ON_OTHER_CURRENCY } from '@tributary/contracts';
import { PausedOrNull } from '../../../rest/openapi/paused.schema';
import { component } from '../../../rest/openapi/components';
import {
  FlagText,
  IdText,
  OrNull,
  Text,
  TextOneOf,
  TimeOrNull,
  TimeText,
} from '../../../rest/openapi/wire.schema';

export const Feed = component(
  'Feed',
  Type.Object({
    id: IdText,
    name: Text,
    financial_accounts: OrNull(Type.Array(IdText)),
    on_other_currency: Type.Union([TextOneOf(ON_OTHER_CURRENCY), Type.Null()], {
      description:
        'What becomes of transactions in another currency than their account’s. Null: they are left out, and the app is ' +
        'told how many.',
    }),
    claimed: FlagText,
    claimed_at: TimeOrNull,
    claim_expires_at: TimeText,
    last_used_at: TimeOrNull,
    paused: PausedOrNull,
    created_at: TimeText,
    updated_at: TimeText,
    setup_token: Type.Optional(
      Type.String({
        description:
          'The text that the user enters in an app; only in the answer to the creation. It can be claimed once.',
      }),
    ),
  }),
);
