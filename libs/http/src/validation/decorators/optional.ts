import { applyDecorators } from '@nestjs/common';
import { ValidateBy, ValidateIf } from 'class-validator';
import { isCalendarDate } from './calendar-date';
import { Documented } from './documented';

/** May be left out; `null` is a value, and is refused if the member does not allow it. */
export function IfSent(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined);
}

/** May be left out, or be null. */
export function IfSentAndNotNull(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== undefined && value !== null);
}

/** May be null, but not left out. */
export function IsSentOrNull(): PropertyDecorator {
  return ValidateIf((_body, value: unknown) => value !== null);
}

/** A day of the calendar. */
export function IsDay(): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', format: 'date' }),
    ValidateBy(
      { name: 'isDay', validator: { validate: isCalendarDate } },
      { message: '$property must be a date like 2026-03-31' },
    ),
  );
}
