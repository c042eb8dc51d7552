import { ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { boundsOf, breachOf, isBounded } from './documented-bounds';

const SAID = Symbol('what the documentation says of a member');

/**
 * Documents a body's member beside its validators: that it may be null, or its meaning. Several are merged, and the
 * upper one wins. Lengths of texts and of lists are checked as well (`minLength`, `maxLength`, `minItems`, `maxItems`,
 * and both lengths of `items`), so that the documented bounds are enforced.
 * @param schema JSON Schema 2020-12, of which the library's types know an older draft
 */
export function Documented(schema: Readonly<Record<string, unknown>>): PropertyDecorator {
  return (target, property) => {
    const before = Reflect.getMetadata(SAID, target, property) as object | undefined;
    const merged = { ...before, ...schema };
    Reflect.defineMetadata(SAID, merged, target, property);
    JSONSchema(merged)(target, String(property));
    const bounds = boundsOf(schema);
    if (isBounded(bounds)) CheckBounds(bounds)(target, property);
  };
}

function CheckBounds(bounds: ReturnType<typeof boundsOf>): PropertyDecorator {
  return ValidateBy(
    {
      name: 'documentedBounds',
      validator: { validate: (value: unknown) => breachOf(bounds, value) === null },
    },
    { message: ({ value, property }) => breachOf(bounds, value, property) ?? '' },
  );
}
