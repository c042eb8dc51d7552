import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean } from 'class-validator';
import { Documented } from './documented';

const YES: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'on'];
const NO: readonly unknown[] = [false, 0, '0', 'false', 'no', 'off'];

/**
 * Returns the flag that a client means, in any notation of forms and programs; any other value is returned unchanged.
 */
export function readFlag(value: unknown): unknown {
  if (YES.includes(value)) return true;
  if (NO.includes(value)) return false;
  return value;
}

/** A flag of a request body: a boolean, or a text for one (yes, on, 1, true). */
export function IsFlag(): PropertyDecorator {
  return applyDecorators(
    Documented({
      type: ['boolean', 'integer', 'string'],
      enum: [...YES, ...NO],
      description: 'A boolean, or a word for one.',
    }),
    Transform(({ obj, key }) => readFlag((obj as Record<string, unknown>)[key])),
    IsBoolean({ message: '$property must be true or false' }),
  );
}
