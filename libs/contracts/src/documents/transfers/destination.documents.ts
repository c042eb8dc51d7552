import { Static, TObject, TSchema, Type } from '@sinclair/typebox';
import { CredentialsIn } from '../../destinations/credential-fields';
import { DestinationDescriptor } from '../../destinations/descriptor';
import {
  ALL_DESTINATIONS,
  DESTINATIONS,
  DestinationType,
  FactsOf,
  parentMember,
  pathOf,
  TargetDocument,
  UnitDocument,
} from '../../destinations/destinations';
import { Health } from '../../health';
import { MADE_THROUGH } from '../grant.documents';
import { Id, IsoTime, Nullable, Version } from '../../scalars';

const textOrNull = Nullable(Type.String());

const shared = {
  name: Type.String(),
  enabled: Type.Boolean(),
  sync_balances: Type.Boolean(),
  /**
   * Member that only BUDGETA fills. It is required, because it existed before destinations had members of their own.
   */
  budgeta_user_id: textOrNull,
  last_synced_at: Nullable(IsoTime),
  health: Health,
  /** Address where the user grants access, while the grant is pending. */
  auth_url: textOrNull,
  /** Absent means true: connections from before authorization by a link had access. */
  authorized: Type.Optional(Type.Boolean()),
};

const facts = ALL_DESTINATIONS.flatMap((one) => Object.entries(one.facts))
  .filter(([name]) => !(name in shared))
  .map(([name, schema]) => [name, Type.Optional(schema)] as const);

/** A user at a destination, of whatever kind. */
export type DestinationConnectionDocument = Static<TObject<typeof shared & typeof MADE_THROUGH>> &
  FactsOf<DestinationType>;
export const DestinationConnectionDocument = Type.Object({
  ...shared,
  ...Object.fromEntries(facts),
  ...MADE_THROUGH,
});

const row = { id: Id, version: Version, deleted: Type.Boolean(), createdAt: IsoTime, updatedAt: IsoTime };
const resource = (kind: string, document: TSchema) =>
  Type.Object({ ...row, kind: Type.Literal(kind), document });

function levelResources(one: DestinationDescriptor): TSchema[] {
  const { unit, target } = one;
  const named = { [`${pathOf(one)}_id`]: Type.String() };
  return [
    resource(
      unit.kind,
      Type.Object({
        [parentMember(one, 'unit')]: Id,
        ...named,
        enabled: Type.Boolean(),
        name: Type.String(),
        ...unit.fields,
        last_synced_at: Nullable(IsoTime),
      }),
    ),
    resource(
      target.kind,
      Type.Object({
        [parentMember(one, 'target')]: Id,
        ...named,
        name: Type.String(),
        ...target.fields,
        health: Health,
      }),
    ),
  ];
}

/** The name of categories on the bus and in the query model, at every destination. */
export const CATEGORY_KIND = 'CATEGORY';

/** A category of a unit at its destination. Renaming it there keeps its id. */
export const DestinationCategoryDocument = Type.Object({
  /** The unit that has the category: a budget. */
  unit_id: Id,
  /** The destination's own id. */
  external_id: Type.String(),
  name: Type.String(),
  /** The name of its group; null if it has none. */
  group: textOrNull,
  hidden: Type.Boolean(),
  /** When a reading no longer found it; null while it is there. */
  gone_at: Nullable(IsoTime),
});
export type DestinationCategoryDocument = Static<typeof DestinationCategoryDocument>;

type LevelResource<T extends DestinationType> = {
  [N in T]:
    | {
        kind: (typeof DESTINATIONS)[N]['unit']['kind'];
        document: UnitDocument<N> & { connection_id: number };
      }
    | {
        kind: (typeof DESTINATIONS)[N]['target']['kind'];
        document: TargetDocument<N> & Record<`${(typeof DESTINATIONS)[N]['unit']['name']}_id`, number>;
      };
}[T];

/** A connection, or something inside it. */
export type DestinationResource = Static<TObject<typeof row>> &
  (
    | { kind: 'CONNECTION'; document: DestinationConnectionDocument }
    | { kind: typeof CATEGORY_KIND; document: DestinationCategoryDocument }
    | LevelResource<DestinationType>
  );

/**
 * A resource at a destination. All connections share one sequence of ids; so do all units, all targets, and all
 * categories.
 */
export const DestinationResource = Type.Unsafe<DestinationResource>(
  Type.Union([
    resource('CONNECTION', DestinationConnectionDocument),
    resource(CATEGORY_KIND, DestinationCategoryDocument),
    ...ALL_DESTINATIONS.flatMap(levelResources),
  ]),
);

/** Credentials that a user enters to connect, by type. Always encrypted. */
export type CredentialsOf<T extends DestinationType> = {
  [N in T]: { type: N } & CredentialsIn<(typeof DESTINATIONS)[N]['connect']['credentials']>;
}[T];
export type DestinationCredentials = CredentialsOf<DestinationType>;

export const DestinationCredentials = Type.Unsafe<DestinationCredentials>(
  Type.Union(
    ALL_DESTINATIONS.map(({ type, connect }) =>
      Type.Object({
        type: Type.Literal(type),
        ...Object.fromEntries(
          Object.entries(connect.credentials).map(([name, { schema }]) => [name, schema]),
        ),
      }),
    ),
  ),
);
