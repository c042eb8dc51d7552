import { Type } from '@sinclair/typebox';
import { PLANS } from '../auth/plans';
import { component } from '../openapi/components';
import { IdText, Text, TextOneOf, TextOrNull, TimeText } from '../openapi/wire.schema';

/** Whoever the token belongs to. */
export const UserProfile = component(
  'User',
  Type.Object({
    id: IdText,
    email: TextOrNull,
    name: Text,
    plan: TextOneOf(PLANS),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
