import { JSONSchema } from 'class-validator-jsonschema';

/**
 * What the documentation says of a body's member beside what its validators tell: that it may be null, what it
 * means. @param schema JSON Schema 2020-12, of which the library's types know an older draft
 */
export function Documented(schema: Readonly<Record<string, unknown>>): PropertyDecorator {
  return JSONSchema(schema) as PropertyDecorator;
}
