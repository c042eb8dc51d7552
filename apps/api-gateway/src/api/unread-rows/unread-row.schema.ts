import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  DateText,
  IdText,
  OrNull,
  Text,
  TextOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

/** A row of a bank that could not be read, and was set aside. */
export const UnreadRow = component(
  'UnreadRow',
  Type.Object({
    id: IdText,
    date: { ...OrNull(DateText), description: 'Its day, as far as that can be read.' },
    reason: { ...Text, description: 'Why it could not be read.' },
    row: {
      ...TextOrNull,
      description:
        'As the bank sent it, its first 2,048 characters; null for tokens that see no account identifiers.',
    },
    count: { ...CountText, description: 'How often the bank has listed it.' },
    first_seen_at: TimeText,
    last_seen_at: TimeText,
  }),
);
