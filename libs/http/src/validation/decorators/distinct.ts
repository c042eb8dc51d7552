import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { Documented } from './documented';

/**
 * A list of at most `max` elements, each named once. In place of class-validator's `ArrayUnique`, which compares each
 * element with each other one and has no maximum: the linter forbids it elsewhere.
 * @param noun what an element is, for the error
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

/** Linear. A value that is no list has an error of its own. */
function areDistinct(value: unknown): boolean {
  return !Array.isArray(value) || new Set<unknown>(value).size === value.length;
}
