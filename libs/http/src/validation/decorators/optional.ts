import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isDay } from '@tributary/money';
import { Documented } from './documented';

/** The member may be absent; `null` is a value, and is refused if the member does not allow it. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}

/** The member may be absent or null. */
export function IfSentAndNotNull(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined && value !== null);
}

/** The member may be null, but not absent. */
export function IsSentOrNull(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== null);
}

/** A day of the calendar. */
export function IsDay(): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', format: 'date' }),
    ValidateBy(
      { name: 'isDay', validator: { validate: isDay } },
      { message: '$property must be a date like 2026-03-31' },
    ),
  );
}
