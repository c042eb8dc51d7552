import { TSchema, TUnsafe, TypeGuard } from '@sinclair/typebox';
import { schemaOf } from './components';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A row in the form of its resource's schema: exactly the members of the schema. Members of other components must
 * already have their form. @throws Error if the row lacks a member
 */
export function toResourceForm(as: TUnsafe<unknown>, row: object): Fields {
  return membersOf(schemaOf(as) as Shape, row);
}

/** Like `written`, for a row whose resource is mostly its `document`: the members of the document come first. */
export function toDocumentForm(
  as: TUnsafe<unknown>,
  { document, ...row }: { readonly document: object },
): Fields {
  return toResourceForm(as, { ...document, ...row });
}

interface Shape {
  readonly type?: unknown;
  readonly format?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
}

function membersOf({ properties = {} }: Shape, row: object): Fields {
  const members = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const value: unknown = Reflect.get(row, name);
    if (value !== undefined) return [[name, inForm(schema, value)]];
    if (TypeGuard.IsOptional(schema)) return [];
    throw new Error(`the row has no ${name}, which its resource declares`);
  });
  return Object.fromEntries(members);
}

/**
 * A value in the form of REST: times in UTC with milliseconds; ids, flags and counters as texts, if the interface
 * declares them so.
 */
function inForm(schema: TSchema, value: unknown): unknown {
  if (value === null) return null;
  const { type, format, items, properties, anyOf } = schema as Shape;
  const [orNull] = anyOf ?? [];
  if (orNull) return inForm(orNull, value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return format === 'date-time' ? new Date(value).toISOString() : value;
  if (typeof value === 'number' || typeof value === 'boolean')
    return type === 'string' ? String(value) : value;
  if (items && Array.isArray(value)) return value.map((item) => inForm(items, item));
  if (properties && typeof value === 'object') return membersOf({ properties }, value);
  return value;
}
