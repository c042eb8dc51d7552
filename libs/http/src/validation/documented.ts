import { JSONSchema } from 'class-validator-jsonschema';

const SAID = Symbol('what the documentation says of a member');

/**
 * Documentation of a body's member beside its validators: that it may be null, or its meaning. Several are merged, and
 * the upper one wins. @param schema JSON Schema 2020-12, of which the library's types know an older draft
 */
export function Documented(schema: Readonly<Record<string, unknown>>): PropertyDecorator {
  return (target, property) => {
    const before = Reflect.getMetadata(SAID, target, property) as object | undefined;
    const merged = { ...before, ...schema };
    Reflect.defineMetadata(SAID, merged, target, property);
    JSONSchema(merged)(target, String(property));
  };
}
