import 'reflect-metadata';
import { JSONSchema } from 'class-validator-jsonschema';

const STRICT = Symbol('strict body');

/**
 * A body, or an object in one, whose unknown members are refused instead of ignored: where a misspelt member would
 * silently change what is meant.
 */
export function StrictBody(): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(STRICT, true, target);
    JSONSchema({ additionalProperties: false })(target);
  };
}

export function isStrictBody(type: unknown): boolean {
  return typeof type === 'function' && Reflect.getMetadata(STRICT, type) === true;
}
