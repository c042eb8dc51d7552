import { Static, TSchema, TUnsafe, Type } from '@sinclair/typebox';

const PREFIX = '#/components/schemas/';
const schemas = new Map<string, TSchema>();

/** A schema with a name in the OpenAPI document; responses refer to it, and are typed by it. */
export function component<S extends TSchema>(name: string, schema: S): TUnsafe<Static<S>> {
  if (schemas.has(name)) throw new Error(`two schemas are named ${name}`);
  schemas.set(name, schema);
  return referenceTo<Static<S>>(name);
}

/** A reference to a component that is declared elsewhere, for two resources that embed each other. */
export function referenceTo<T = unknown>(name: string): TUnsafe<T> {
  return Type.Unsafe<T>({ $ref: `${PREFIX}${name}` });
}

/** The schema of a component. */
export function schemaOf(reference: TSchema): TSchema {
  const schema = schemas.get(String(reference['$ref']).replace(PREFIX, ''));
  if (!schema) throw new Error('there is no such component');
  return schema;
}

/** Returns the schemas of all components by name. */
export function componentSchemas(): Record<string, TSchema> {
  return Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
}
