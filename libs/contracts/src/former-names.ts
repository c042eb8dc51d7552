import { KindGuard, TObject, TSchema } from '@sinclair/typebox';

/**
 * Members of commands have the names of the interface (`rule_id`). Until 0.2 they were in camelCase (`ruleId`), and
 * services of that release run beside this one in a rolling upgrade: this release writes the former names and reads
 * both. The next release writes the present ones, the one after it removes this file. Members of replies were not
 * renamed. See docs/decisions/contracts-and-resources.md#names-on-the-bus.
 */
const FORMER = Symbol('its members were in camelCase');

/** An object of a command whose members had camelCase names in 0.2. */
export function formerlyCamelCase<S extends TObject>(schema: S): S {
  return { ...schema, [FORMER]: true };
}

const NAME = Symbol('its own former name');

/** A member whose former name is not the camelCase of its present one. */
export function formerly<S extends TSchema>(name: string, schema: S): S {
  return { ...schema, [NAME]: name };
}

/** The command as 0.2 reads and writes it. */
export function withFormerNames(schema: TSchema, value: unknown): unknown {
  return hasFormerNames(schema) ? renamed(schema, value, (name, former) => [name, former]) : value;
}

/** The command by its present names, whichever of the two were sent. */
export function withPresentNames(schema: TSchema, value: unknown): unknown {
  return hasFormerNames(schema) ? renamed(schema, value, (name, former) => [former, name]) : value;
}

const known = new WeakMap<TSchema, boolean>();

/** Whether any object in the schema had other names. */
export function hasFormerNames(schema: TSchema): boolean {
  let found = known.get(schema);
  if (found === undefined) {
    found = FORMER in schema || partsOf(schema).some(hasFormerNames);
    known.set(schema, found);
  }
  return found;
}

type Renaming = (name: string, former: string) => readonly [from: string, to: string];

function renamed(schema: TSchema, value: unknown, renaming: Renaming): unknown {
  if (!hasFormerNames(schema)) return value;
  if (Array.isArray(value)) {
    const items = KindGuard.IsArray(schema) ? schema.items : schema;
    return (value as unknown[]).map((item) => renamed(items, item, renaming));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (!KindGuard.IsObject(schema)) {
    const only = partsOf(schema).find(hasFormerNames);
    return only ? renamed(only, value, renaming) : value;
  }
  const names = new Map(
    FORMER in schema
      ? Object.entries(schema.properties).map(([name, member]) => renaming(name, formerName(name, member)))
      : [],
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => {
      const to = names.get(name) ?? name;
      const inner = schema.properties[to] ?? schema.properties[name];
      return [to, inner ? renamed(inner, member, renaming) : member];
    }),
  );
}

function partsOf(schema: TSchema): readonly TSchema[] {
  if (KindGuard.IsObject(schema)) return Object.values(schema.properties);
  if (KindGuard.IsArray(schema)) return [schema.items];
  return KindGuard.IsUnion(schema) ? schema.anyOf : [];
}

function formerName(name: string, member: TSchema): string {
  const own = (member as { readonly [NAME]?: string })[NAME];
  return own ?? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
