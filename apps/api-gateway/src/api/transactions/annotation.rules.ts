import { NO_CATEGORY, TAG_LENGTH_MAX, TAGS_MAX } from '@tributary/contracts';
import { Documented, ID_PATTERN } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsArray, IsString, ValidateBy } from 'class-validator';

const CHOICE = new RegExp(`^(${ID_PATTERN}|${NO_CATEGORY})$`);

/** The id of a category, or `none`; it is passed on as text. */
export function IsCategoryChoice(description: string): PropertyDecorator {
  return applyDecorators(
    Documented({ type: ['integer', 'string', 'null'], pattern: CHOICE.source, minimum: 1, description }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value)),
    ValidateBy(
      { name: 'isCategoryChoice', validator: { validate: isCategoryChoice } },
      { message: `$property must be the id of a category, or ${NO_CATEGORY}` },
    ),
  );
}

function isCategoryChoice(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    CHOICE.test(value) &&
    (value === NO_CATEGORY || Number.isSafeInteger(Number(value)))
  );
}

/** A list of tags; the rule engine checks their characters. */
export function AreTags(description: string): PropertyDecorator {
  return applyDecorators(
    Documented({
      type: ['array', 'null'],
      items: { type: 'string', minLength: 1, maxLength: TAG_LENGTH_MAX },
      maxItems: TAGS_MAX,
      description,
    }),
    IsString({ each: true, message: 'each of $property must be a text' }),
    IsArray({ message: '$property must be a list of tags' }),
  );
}
