import { TSchema, Type } from '@sinclair/typebox';

/** An owner's sequence number, below 2^53; a decimal string in REST responses. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** The same as REST and documents write it. */
export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,15}$' });

/** Raised by the owner with every change; a consumer ignores what is not newer than what it has. */
export const Version = Type.Integer({ minimum: 1 });

export const AMOUNT_PATTERN = '^-?\\d{1,24}(\\.\\d{1,24})?$';

/** An exact decimal number as text; see the money library. */
export const Amount = Type.String({ pattern: AMOUNT_PATTERN });

export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });

/** `YYYY-MM-DD`. */
export const IsoDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** ISO 8601 in UTC with milliseconds. */
export const IsoTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const OneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(values.map((value) => Type.Literal(value))));
