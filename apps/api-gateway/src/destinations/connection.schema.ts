import { TProperties, TSchema, Type } from '@sinclair/typebox';
import { HealthSchema } from '../finance/connection.schema';
import { PausedOrNull } from '../made-by-apps/made-by-apps.schema';
import { component } from '../openapi/components';
import { FlagText, IdText, Text, TextOrNull, TimeOrNull, TimeText } from '../openapi/wire.schema';

/** A connection of one kind; what stands in it is there where it is asked for. */
export function connectionSchema(name: string, own: TProperties, plural: string, unit: TSchema): TSchema {
  return component(
    name,
    Type.Object({
      id: IdText,
      name: Text,
      enabled: FlagText,
      sync_balances: FlagText,
      ...own,
      [plural]: Type.Optional(Type.Array(unit)),
      last_synced_at: TimeOrNull,
      created_at: TimeText,
      updated_at: TimeText,
      health: HealthSchema,
      paused: PausedOrNull,
      auth_url: Type.Union(TextOrNull.anyOf, {
        description:
          'Where the user grants access: told once, to who asked for it. Null in every other answer.',
      }),
    }),
  );
}
