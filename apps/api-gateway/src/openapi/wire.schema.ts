import { TSchema, Type } from '@sinclair/typebox';

/** The types that REST resources are made of. Flags and counters are texts where the interface declares them so. */

export const IdText = Type.String({ pattern: '^[1-9][0-9]{0,15}$' });
export const FlagText = Type.Unsafe<string>({ type: 'string', enum: ['true', 'false'] });
export const CountText = Type.String({ pattern: '^[0-9]+$' });
/** ISO 8601 in UTC with milliseconds. */
export const TimeText = Type.String({ format: 'date-time' });
export const DateText = Type.String({ format: 'date' });
/** An exact decimal number. */
export const MoneyText = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });
export const CurrencyText = Type.String({ pattern: '^[A-Z]{3}$' });
export const Text = Type.String();
export const TextOrNull = Type.Union([Type.String(), Type.Null()]);
export const TimeOrNull = Type.Union([TimeText, Type.Null()]);

export const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const TextOneOf = <T extends string>(values: readonly T[]) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });
