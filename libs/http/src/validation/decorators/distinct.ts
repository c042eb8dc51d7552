import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { Documented } from './documented';

/**
 * A list of at most `max` elements without repetitions. It replaces class-validator's `ArrayUnique`, which compares
 * each element with each other one and has no maximum: the linter forbids that one.
 * @param noun name of an element, for the error
 */
export function AreDistinct(noun: string, max: number): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'array', uniqueItems: true, maxItems: max }),
    ValidateBy(
      { name: 'areDistinct', validator: { validate: areDistinct } },
      { message: `$property must not name ${noun} twice` },
    ),
  );
}

/**
 * Whether the elements are distinct, in linear time. True for a value that is no list, for which another validator
 * reports the error.
 */
function areDistinct(value: unknown): boolean {
  return !Array.isArray(value) || new Set<unknown>(value).size === value.length;
}
