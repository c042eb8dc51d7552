import { JSONSchema } from 'class-validator-jsonschema';

const REQUIRES = Symbol('a body that is refused where it is empty');

/** A body whose members are all optional, and which must have one of them: without any there is nothing to change. */
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
