import { TProperties, TSchema, Type } from '@sinclair/typebox';
import { AnyDestination, DestinationLevel, parentMember, pathOf } from '@tributary/contracts';
import { HealthSchema } from '../included/connection.schema';
import { PausedOrNull } from '../../rest/openapi/paused.schema';
import { component, referenceTo } from '../../rest/openapi/components';
import {
  CountText,
  FlagText,
  IdText,
  Text,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';

/** The type in title case: `Budgeta`, where the path is `budgeta`. */
export function titleOf(one: AnyDestination): string {
  const path = pathOf(one);
  return `${path.charAt(0).toUpperCase()}${path.slice(1)}`;
}

/** A connection of one kind, with the requested relations. */
export function connectionSchema(one: AnyDestination): TSchema {
  return component(
    `${titleOf(one)}Connection`,
    Type.Object({
      id: IdText,
      name: Text,
      enabled: FlagText,
      sync_balances: FlagText,
      ...Object.fromEntries(Object.keys(one.facts).map((name) => [name, TextOrNull])),
      [one.unit.plural]: Type.Optional(Type.Array(referenceTo(componentOf(one.unit)))),
      last_synced_at: TimeOrNull,
      created_at: TimeText,
      updated_at: TimeText,
      health: HealthSchema,
      paused: PausedOrNull,
      auth_url: Type.Union(TextOrNull.anyOf, {
        description:
          'Where the user grants access: shown once, in the answer to the caller. Null in every other answer.',
      }),
    }),
  );
}

/** Schema of the resource that one bulk request writes to. */
export function unitSchema(one: AnyDestination): TSchema {
  return component(
    componentOf(one.unit),
    Type.Object({
      id: IdText,
      [parentMember(one, 'unit')]: IdText,
      [`${pathOf(one)}_id`]: Text,
      enabled: FlagText,
      name: Text,
      ...shown(one.unit.fields),
      last_synced_at: TimeOrNull,
      created_at: TimeText,
      updated_at: TimeText,
      connection: Type.Optional(referenceTo(`${titleOf(one)}Connection`)),
      [one.target.plural]: Type.Optional(Type.Array(referenceTo(componentOf(one.target)))),
    }),
  );
}

/** Schema of the resource that a transfer link points to. */
export function targetSchema(one: AnyDestination): TSchema {
  return component(
    componentOf(one.target),
    Type.Object({
      id: IdText,
      [parentMember(one, 'target')]: IdText,
      [`${pathOf(one)}_id`]: Text,
      name: Text,
      ...shown(one.target.fields),
      created_at: TimeText,
      updated_at: TimeText,
      [one.unit.name]: Type.Optional(referenceTo(componentOf(one.unit))),
      health: HealthSchema,
      transfer_links: Type.Optional(Type.Array(referenceTo('TransferLink'))),
    }),
  );
}

/** Schema of a category of a unit. */
export function categorySchema(one: AnyDestination): TSchema {
  return component(
    `${titleOf(one)}Category`,
    Type.Object({
      id: IdText,
      connection_id: IdText,
      [parentMember(one, 'target')]: IdText,
      [`${pathOf(one)}_id`]: Text,
      name: Text,
      group: TextOrNull,
      hidden: FlagText,
      gone_at: Type.Union(TimeOrNull.anyOf, {
        description: 'When a reading no longer found it there. Null while it is there.',
      }),
      created_at: TimeText,
      updated_at: TimeText,
    }),
  );
}

function componentOf({ component: named, resource }: DestinationLevel): string {
  return named ?? resource;
}

/** Flags and counters are texts over REST. */
function shown(fields: TProperties): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, shownField(schema)]));
}

function shownField(schema: TSchema): TSchema {
  switch (schema['type']) {
    case 'boolean':
      return FlagText;
    case 'integer':
      return CountText;
    case 'string':
      return Text;
    default:
      return TextOrNull;
  }
}
