import { TSchema, Type, TypeGuard } from '@sinclair/typebox';
import { Amount, Currency, IdText, IsoDate, IsoTime } from '../scalars';

export { IdText };

/** The types of resources over REST and in webhooks. Flags and counters are texts if the interface declares them so. */

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

/** The form of a document's member: its schema, and its value; undefined leaves it out. */
export interface WireType<V> {
  readonly schema: TSchema;
  readonly write: (value: V) => unknown;
}

export const wireId: WireType<number> = { schema: IdText, write: String };
/** Empty where there is none. */
export const wireIdOrEmpty: WireType<number | null> = {
  schema: Type.Union([IdText, Type.Literal('')]),
  write: (value) => (value === null ? '' : String(value)),
};
export const wireFlag: WireType<boolean> = { schema: FlagText, write: String };
export const wireCount: WireType<number> = { schema: CountText, write: String };

/** A text that the interface declares as required, empty if it is unknown. */
export const wireText: WireType<string | boolean | null | undefined> = {
  schema: Text,
  write: (value) => (value === null || value === undefined ? '' : String(value)),
};

/** The same, with a stricter schema, or one that redaction may leave out. */
export function wireTextAs(schema: TSchema): typeof wireText {
  return { ...wireText, schema };
}

/** Written unchanged, with another schema than the document's. */
export function wireAs(schema: TSchema): WireType<unknown> {
  return { schema, write: (value) => value };
}

const WIRE_SCALARS = new Map<TSchema, TSchema>([
  [Amount, MoneyText],
  [Currency, CurrencyText],
  [IsoDate, DateText],
  [IsoTime, TimeText],
]);

/** The schema of a document's member that is written unchanged. */
export function wireSchema(schema: TSchema): TSchema {
  const wire = WIRE_SCALARS.get(schema) ?? wireUnion(schema);
  return TypeGuard.IsOptional(schema) ? Type.Optional(wire) : wire;
}

/** For one of several texts, or for a value or null. */
function wireUnion(schema: TSchema): TSchema {
  const { anyOf } = schema as { readonly anyOf?: readonly TSchema[] };
  if (!anyOf) return schema;
  const texts = anyOf.flatMap((option): unknown[] => ('const' in option ? [option['const']] : []));
  if (texts.length === anyOf.length) return TextOneOf(texts.map(String));
  const [one, other] = anyOf;
  return one && other && anyOf.length === 2 && TypeGuard.IsNull(other) ? OrNull(wireSchema(one)) : schema;
}
