import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { Documented } from './documented';

/** Pattern of ids. JavaScript represents each of them exactly. */
export const ID_PATTERN = '([1-9][0-9]{0,14}|[1-8][0-9]{15})';
const ID_DIGITS = new RegExp(`^${ID_PATTERN}$`);

/** Returns a client's id, a number or its text; any other value is returned unchanged, for validation to refuse. */
export function readId(value: unknown): unknown {
  return typeof value === 'string' && ID_DIGITS.test(value) ? Number(value) : value;
}

/** An id may be sent as a number or as its digits. */
const WIRE_ID = {
  type: ['integer', 'string'],
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  pattern: ID_DIGITS.source,
};

/** An id in a request body, or with `each` a list of them. */
export function IsWireId(options: { each?: boolean } = {}): PropertyDecorator {
  const { each = false } = options;
  const message = each ? 'each of $property must be an id' : '$property must be an id';
  return applyDecorators(
    Documented(each ? { type: 'array', items: WIRE_ID } : WIRE_ID),
    Transform(({ value }: { value: unknown }) =>
      each && Array.isArray(value) ? value.map(readId) : readId(value),
    ),
    IsInt({ each, message }),
    Min(1, { each, message }),
    Max(Number.MAX_SAFE_INTEGER, { each, message }),
  );
}

const IDS_MAX = 1000;

/** A list of ids, at least one. @param name the noun in its errors */
export function AreIdsOf(name: string, max = IDS_MAX): PropertyDecorator {
  return applyDecorators(
    IsWireId({ each: true }),
    ArrayMaxSize(max, { message: `$property must name at most ${max} ${name}s` }),
    ArrayMinSize(1, { message: `$property must name at least one ${name}` }),
    IsArray({ message: `$property must be a list of ${name} ids` }),
  );
}
