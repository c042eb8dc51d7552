import { JSONSchema } from 'class-validator-jsonschema';

const SAID = Symbol('what the documentation says of a member');

/**
 * What the documentation says of a body's member beside what its validators say: that it may be null, what it
 * means. Several are merged, and the upper one wins. @param schema JSON Schema 2020-12, of which the library's types
 * know an older draft
 */
export function Documented(schema: Readonly<Record<string, unknown>>): PropertyDecorator {
  return (target, property) => {
    const before = Reflect.getMetadata(SAID, target, property) as object | undefined;
    const merged = { ...before, ...schema };
    Reflect.defineMetadata(SAID, merged, target, property);
    JSONSchema(merged)(target, String(property));
  };
}
