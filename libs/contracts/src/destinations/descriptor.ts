import { Static, TObject, TProperties } from '@sinclair/typebox';
import { CredentialFields, CredentialsIn } from './credential-fields';

/** One of the two levels inside a connection: what one bulk request writes to, and what links point at. */
export interface DestinationLevel {
  /** On the bus and in the query model: `BUDGET_ACCOUNT`. */
  readonly kind: string;
  /** In names of operations and path parameters: `DataSource` makes `DataSources.list` and `dataSourceId`. */
  readonly resource: string;
  /** Its schema in the OpenAPI document, where that is not called as the resource. */
  readonly component?: string;
  /** One of them, inside what is below it: `budget`. */
  readonly name: string;
  /** All of them, inside what is above them, and in paths: `budgets`. */
  readonly plural: string;
  /** What it shows beside what all of its level show. Balances are decimal strings, like all money. */
  readonly fields: TProperties;
}

/**
 * All that is known of a kind of destination outside its connector: from it come the types, the messages, the actions of
 * rules, the routes with their bodies, and the samples.
 */
export interface DestinationDescriptor {
  readonly type: string;
  readonly connect: {
    readonly summary: string;
    readonly description: string;
    /** What users type. The first secret is what a destination refuses where it lets nobody in. */
    readonly credentials: CredentialFields;
  };
  /** What a connection shows beside what all of them show: texts. */
  readonly facts: TProperties;
  readonly unit: DestinationLevel;
  readonly target: DestinationLevel;
  /** The action of rules that sets a field there. */
  readonly action: {
    readonly description: string;
    /** Whether the log of such an action can be undone. */
    readonly undoable: boolean;
    /** By name, with the values they take (null: any text). Null: fields are named by their owners. */
    readonly fields: Readonly<Record<string, readonly string[] | null>> | null;
    /** Those of them that are written instead of a transaction's field, with that field: the user's own value goes before. */
    readonly insteadOf?: Readonly<Record<string, string>>;
  };
  /** Invented values: the golden samples of events and the right bodies of tests are made of them. */
  readonly sample: {
    /** Of a connection, a unit and a target. */
    readonly ids: readonly [number, number, number];
    readonly connection: { readonly name: string };
    readonly unit: { readonly name: string };
    readonly target: { readonly name: string };
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
