import { SchemaOptions, TSchema, Type, TypeGuard } from '@sinclair/typebox';

const SCALAR = Symbol('which scalar a schema is');

/** The scalars that requests and responses write in different forms. */
export type ScalarName = 'id' | 'amount' | 'currency' | 'day' | 'time';

function scalar<S extends TSchema>(name: ScalarName, schema: S): S {
  return { ...schema, [SCALAR]: name };
}

/** Returns the scalar whose schema this is, possibly with another description; undefined if it is none. */
export function scalarOf(schema: TSchema): ScalarName | undefined {
  return (schema as { readonly [SCALAR]?: ScalarName })[SCALAR];
}

/** An owner's sequence number, below 2^53; a decimal string in REST responses. */
export const Id = scalar('id', Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }));

/** An id as REST and documents write it. */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,15}$' });

/** Version of a resource. Its owner raises it with every change; a consumer ignores versions that are not newer than its own. */
export const Version = Type.Integer({ minimum: 1 });

export const AMOUNT_PATTERN = '^-?\\d{1,24}(\\.\\d{1,24})?$';

/** An exact decimal number as text; see the money library. */
export const Amount = scalar('amount', Type.String({ pattern: AMOUNT_PATTERN }));

export const Currency = scalar('currency', Type.String({ pattern: '^[A-Z]{3}$' }));

/** `YYYY-MM-DD`. */
export const IsoDate = scalar('day', Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }));

/** ISO 8601 in UTC with milliseconds. */
export const IsoTime = scalar(
  'time',
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
);

export const Nullable = <S extends TSchema>(schema: S, options?: SchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

/** The schema of a nullable value without null; null: it is not nullable. */
export function withoutNull(schema: TSchema): TSchema | null {
  if (!TypeGuard.IsUnion(schema) || schema.anyOf.length !== 2) return null;
  const [one, other] = schema.anyOf;
  return one && other && TypeGuard.IsNull(other) ? one : null;
}

export const OneOf = <T extends string>(values: readonly T[], options?: SchemaOptions) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );
