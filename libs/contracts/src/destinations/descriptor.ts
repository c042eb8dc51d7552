import { Static, TObject, TProperties } from '@sinclair/typebox';
import { CredentialFields, CredentialsIn } from './credential-fields';

/** A level inside a connection. There are two: the unit, to which one bulk request writes, and the target of links. */
export interface DestinationLevel {
  /** Name on the bus and in the query model: `BUDGET_ACCOUNT`. */
  readonly kind: string;
  /** Name in operations and path parameters: `DataSource` makes `DataSources.list` and `dataSourceId`. */
  readonly resource: string;
  /** Name of its schema in the OpenAPI document, if that differs from the resource. */
  readonly component?: string;
  /** Name of such a resource in the resources below it, for example `budget`. */
  readonly name: string;
  /** The name of all of them in resources above them, and in paths: `budgets`. */
  readonly plural: string;
  /**
   * Members of this level, beside those that every resource of the level has. Balances are decimal strings, like all
   * money.
   */
  readonly fields: TProperties;
}

/**
 * The description of a kind of destination outside of its connector. Types, messages, the actions of rules, routes with
 * their bodies, and samples derive from it.
 */
export interface DestinationDescriptor {
  readonly type: string;
  readonly connect: {
    readonly summary: string;
    readonly description: string;
    /** Fields that users enter. Errors about refused access name the first secret. */
    readonly credentials: CredentialFields;
    /**
     * Names of the credentials that users type beside a link, where they can also grant access by a link (OAuth).
     * Absent: credentials alone.
     */
    readonly besideLink?: readonly string[];
  };
  /** The members that only connections of this kind have, all of them texts. */
  readonly facts: TProperties;
  readonly unit: DestinationLevel;
  readonly target: DestinationLevel;
  /** Whether its units have lists of categories, which links can map the user's own to. */
  readonly hasCategories: boolean;
  /** The action of rules that sets a field there. */
  readonly action: {
    readonly description: string;
    /** Whether the log of such an action can be undone. */
    readonly undoable: boolean;
    /** Fields by name, with the allowed values (null: any text). Null: the users' own columns or properties. */
    readonly fields: Readonly<Record<string, readonly string[] | null>> | null;
    /**
     * Fields that are written instead of a transaction's field, with the name of that field: a value that the user set
     * has priority.
     */
    readonly insteadOf?: Readonly<Record<string, string>>;
  };
  /** Invented values for the golden samples of events and the valid bodies of tests. */
  readonly sample: {
    /** Ids of a connection, a unit and a target. They are unique, because the suites distinguish destinations by them. */
    readonly ids: readonly [number, number, number];
    readonly connection: { readonly name: string };
    readonly unit: { readonly name: string };
    readonly target: { readonly name: string };
    /** Absent where units have no categories. */
    readonly category?: { readonly external_id: string; readonly name: string; readonly group: string };
    readonly credentials: object;
  };
}

type WireId<D extends DestinationDescriptor> = Readonly<Record<`${Lowercase<D['type']>}_id`, string>>;

interface SampleOf<D extends DestinationDescriptor> {
  readonly connection: Partial<Static<TObject<D['facts']>>>;
  readonly unit: WireId<D> & Static<TObject<D['unit']['fields']>>;
  readonly target: WireId<D> & Static<TObject<D['target']['fields']>>;
  readonly credentials: CredentialsIn<D['connect']['credentials']>;
}

/** Declares a destination; exists for its type inference. */
export function defineDestination<const D extends DestinationDescriptor>(
  descriptor: D & { readonly sample: SampleOf<D> },
): D {
  return descriptor;
}
