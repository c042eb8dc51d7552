import { TSchema } from '@sinclair/typebox';
import {
  AnyDestination,
  DestinationLevel,
  DestinationType,
  ofEachDestination,
  parentMember,
  pathOf,
} from '@tributary/contracts';
import { categorySchema, connectionSchema, targetSchema, unitSchema } from './destination.schema';

/** A level inside a connection, in the words of its kind. */
export interface ShownLevel extends Pick<DestinationLevel, 'name' | 'plural'> {
  /** The parameter of its path. */
  readonly idName: string;
  readonly schema: TSchema;
  /** The member that names its parent. */
  readonly parent: string;
}

/** The REST form of a kind of destination: names and schemas; everything else is the same for all. */
export interface DestinationKind {
  readonly type: DestinationType;
  /** The kind's segment of the path. */
  readonly path: string;
  readonly connection: {
    readonly idName: string;
    readonly schema: TSchema;
    /** The kind's members beside those of every connection. */
    readonly own: readonly string[];
  };
  /** Resource that one bulk request writes to. */
  readonly unit: ShownLevel;
  /** Resource that a transfer link points to. */
  readonly target: ShownLevel;
  readonly categorySchema: TSchema;
}

function kindOf(one: AnyDestination): DestinationKind {
  const [path, target, unit] = [pathOf(one), targetSchema(one), unitSchema(one)];
  return {
    type: one.type,
    path,
    connection: {
      idName: `${path}ConnectionId`,
      schema: connectionSchema(one),
      own: Object.keys(one.facts),
    },
    unit: shownLevel(one, 'unit', unit),
    target: shownLevel(one, 'target', target),
    categorySchema: categorySchema(one),
  };
}

function shownLevel(one: AnyDestination, level: 'unit' | 'target', schema: TSchema): ShownLevel {
  const { name, plural, resource } = one[level];
  const idName = `${resource.charAt(0).toLowerCase()}${resource.slice(1)}Id`;
  return { name, plural, idName, schema, parent: parentMember(one, level) };
}

/** REST form of each kind of destination. */
export const DESTINATION_KINDS = ofEachDestination(kindOf);
