import { JSONSchema } from 'class-validator-jsonschema';

const REQUIRES = Symbol('a body that is refused where it is empty');

/**
 * Declares a body whose members are all optional, but which must have one of them: an empty body would change nothing.
 */
export function RequiresAMember(): ClassDecorator {
  return (body) => {
    Reflect.defineMetadata(REQUIRES, true, body);
    JSONSchema({ minProperties: 1 })(body);
  };
}

/** Whether the DTO was declared so. */
export function requiresAMember(dto: object | undefined): boolean {
  return dto !== undefined && Reflect.getMetadata(REQUIRES, dto) === true;
}
