import {
  Static,
  TNull,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TUnion,
  Type,
  TypeGuard,
} from '@sinclair/typebox';
import { Nullable, scalarOf, withoutNull } from '../scalars';

/**
 * The forms of a resource's settings, which are the members that a caller sets. Their one declaration is a TypeBox
 * object: an optional member may be unset, one with a `default` may be left out of a request.
 */

/** Members that are objects can be sent in part. */
type InPart<S extends TSchema> =
  S extends TObject<infer P> ? TObject<{ [K in keyof P]: TOptional<P[K]> }> : S;
type Creation<P extends TProperties> = { [K in keyof P]: InPart<P[K]> };
type Change<P extends TProperties> = { [K in keyof P]: TOptional<InPart<P[K]>> };
type Stored<P extends TProperties> = {
  [K in keyof P]: P[K] extends TOptional<TSchema> ? TUnion<[P[K], TNull]> : P[K];
};

type Published<P extends TProperties> = {
  [K in keyof P]: P[K] extends TOptional<TSchema> ? TOptional<TUnion<[P[K], TNull]>> : P[K];
};

type Clearable<P extends TProperties> = { [K in keyof P]: TOptional<TUnion<[P[K], TNull]>> };

/** Schema of the request that creates a resource. */
export function creationOf<P extends TProperties>(settings: TObject<P>): TObject<Creation<P>> {
  return Type.Object(mapped<Creation<P>>(settings, inPart));
}

/** Schema of the request that changes a resource. Absent members do not change. */
export function changeOf<P extends TProperties>(settings: TObject<P>): TObject<Change<P>> {
  return Type.Object(mapped<Change<P>>(settings, (schema) => Type.Optional(withoutDefault(inPart(schema)))));
}

/** Schema of a change in which null clears every member. */
export function clearable<P extends TProperties>(settings: TObject<P>): TObject<Clearable<P>> {
  return Type.Object(mapped<Clearable<P>>(settings, (schema) => Type.Optional(orNull(schema))));
}

/**
 * Schema of the stored and shown resource: unset members are null. Lists of an earlier release may be longer than a
 * request's.
 */
export function storedOf<P extends TProperties>(settings: TObject<P>): TObject<Stored<P>> {
  return Type.Object(
    mapped<Stored<P>>(settings, (schema) =>
      TypeGuard.IsOptional(schema) ? orNull(schema) : withoutBounds(withoutDefault(schema)),
    ),
  );
}

/** Schema of the published resource: events of an earlier release lack members that may be unset. */
export function publishedOf<P extends TProperties>(settings: TObject<P>): TObject<Published<P>> {
  return Type.Object(
    mapped<Published<P>>(settings, (schema) =>
      TypeGuard.IsOptional(schema) ? Type.Optional(orNull(schema)) : withoutBounds(withoutDefault(schema)),
    ),
  );
}

/** Returns the stored members of a new resource, with null for members that were not set. */
export function storedFrom<S extends TObject>(
  settings: S,
  sent: object,
): Static<TObject<Stored<S['properties']>>> {
  const names = Object.keys(settings.properties);
  return Object.fromEntries(
    names.map((name) => [name, (Reflect.get(sent, name) as unknown) ?? null]),
  ) as Static<TObject<Stored<S['properties']>>>;
}

/** The values of these members alone, of a resource that has others too. */
export function membersOf<S extends TObject>(settings: S, values: Static<S>): Static<S> {
  const names = Object.keys(settings.properties) as (keyof Static<S>)[];
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/**
 * The members of a request in the order of the form, without absent ones, and with the defaults of a creation:
 * repeated requests are the same text.
 */
export function sentOf<S extends TObject>(form: S, request: object): Static<S> {
  return Object.fromEntries(
    Object.entries(form.properties).flatMap(([name, schema]): [string, unknown][] => {
      const sent: unknown = Reflect.get(request, name);
      const value = sent === undefined ? (schema['default'] as unknown) : sent;
      return value === undefined ? [] : [[name, sentIn(schema, value)]];
    }),
  );
}

/** The members that null clears, as a text names them. */
export function clearedByNull({ properties }: TObject): string {
  const names = Object.entries(properties).filter(([, schema]) => withoutNull(schema) !== null);
  return names.map(([name]) => `\`${name}\``).join(', ');
}

function sentIn(schema: TSchema, value: unknown): unknown {
  if (scalarOf(schema) === 'time') return new Date(value as string).toISOString();
  if (TypeGuard.IsObject(schema)) return sentOf(schema, value as object);
  if (!TypeGuard.IsArray(schema)) return value;
  return (value as unknown[]).map((item) => sentIn(schema.items, item));
}

/** The schema or null, with the schema's description. */
function orNull(schema: TSchema): TSchema {
  const { description } = schema;
  const value = TypeGuard.IsOptional(schema) ? Type.Optional(schema, false) : schema;
  return Nullable(value, description === undefined ? {} : { description });
}

function withoutDefault({ default: _, ...schema }: TSchema): TSchema {
  return schema;
}

function withoutBounds({ minItems: _min, maxItems: _max, ...schema }: TSchema): TSchema {
  return schema;
}

function inPart(schema: TSchema): TSchema {
  return TypeGuard.IsObject(schema)
    ? { ...Type.Partial(schema), ...('default' in schema ? { default: schema['default'] as unknown } : {}) }
    : schema;
}

function mapped<T extends TProperties>(
  { properties }: { readonly properties: TProperties },
  form: (schema: TSchema) => TSchema,
): T {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, form(schema)]),
  ) as unknown as T;
}
