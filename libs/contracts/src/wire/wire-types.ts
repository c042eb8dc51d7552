import { Static, TObject, TProperties, TSchema, Type, TypeGuard } from '@sinclair/typebox';
import { IdText, ScalarName, scalarOf, withoutNull } from '../scalars';

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
/** An id as a text; empty where there is none. */
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

/** Like `wireText`, with a stricter schema, or with one that redaction may omit. */
export function wireTextAs(schema: TSchema): typeof wireText {
  return { ...wireText, schema };
}

/** A value that is written unchanged, with another schema than the document's. */
export function wireAs(schema: TSchema): WireType<unknown> {
  return { schema, write: (value) => value };
}

/** Returns the schemas of a resource's members in responses: ids and flags as texts. */
export function wireMembers<P extends TProperties>({
  properties,
}: TObject<P>): Record<keyof P & string, TSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, withMeaning(schema, resourceMember(schema))]),
  ) as Record<keyof P & string, TSchema>;
}

/** Values of the members in this form; null for members that an earlier release did not have. */
export function writtenMembers<S extends TObject>(
  { properties }: S,
  values: Partial<Static<S>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const value: unknown = Reflect.get(values, name) ?? null;
      const isScalar = typeof value === 'number' || typeof value === 'boolean';
      return [name, isScalar && isText(withoutNull(schema) ?? schema) ? String(value) : value];
    }),
  );
}

/** Whether a schema is written as text: ids and flags of a resource. */
function isText(schema: TSchema): boolean {
  return scalarOf(schema) === 'id' || TypeGuard.IsBoolean(schema);
}

function resourceMember(schema: TSchema): TSchema {
  const inner = withoutNull(schema);
  if (inner && isText(inner)) return OrNull(resourceMember(inner));
  if (scalarOf(schema) === 'id') return IdText;
  return TypeGuard.IsBoolean(schema) ? FlagText : wireSchema(schema);
}

function withMeaning({ description }: TSchema, wire: TSchema): TSchema {
  return description === undefined ? wire : { ...wire, description };
}

/** Schemas of a document's scalars; ids are texts only where a resource declares it. */
const WIRE_SCALARS: Partial<Record<ScalarName, TSchema>> = {
  amount: MoneyText,
  currency: CurrencyText,
  day: DateText,
  time: TimeText,
};

/** The schema of a document's member that is written unchanged. */
export function wireSchema(schema: TSchema): TSchema {
  const name = scalarOf(schema);
  const wire = (name && WIRE_SCALARS[name]) ?? wireUnion(schema);
  return TypeGuard.IsOptional(schema) ? Type.Optional(wire) : wire;
}

/** Schema of a union: several texts, or a value or null. */
function wireUnion(schema: TSchema): TSchema {
  const { anyOf } = schema as { readonly anyOf?: readonly TSchema[] };
  if (!anyOf) return schema;
  const texts = anyOf.flatMap((option): unknown[] => ('const' in option ? [option['const']] : []));
  if (texts.length === anyOf.length) return TextOneOf(texts.map(String));
  const inner = withoutNull(schema);
  return inner ? OrNull(wireSchema(inner)) : schema;
}
