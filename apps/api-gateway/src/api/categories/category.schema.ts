import { Type } from '@sinclair/typebox';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';

/** A category of the user's own list. */
export const Category = component(
  'Category',
  Type.Object({
    id: IdText,
    name: Text,
    group: TextOrNull,
    hidden: Type.Boolean(),
    source: OrNull(
      Type.Object(
        { destination_id: IdText, remote_id: Text },
        { description: 'The category of a connected destination that it was imported from.' },
      ),
    ),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
