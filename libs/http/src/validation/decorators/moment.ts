import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { isDay } from '@tributary/money';
import { Documented } from './documented';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A moment as ISO 8601 writes it, with its offset. */
export function IsMoment(): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', format: 'date-time' }),
    ValidateBy(
      { name: 'isMoment', validator: { validate: isMoment } },
      { message: '$property must be a time like 2026-03-31T12:00:00Z' },
    ),
  );
}

/** Whether the text is a moment of the years 1 to 9999 in UTC. */
export function isMoment(value: unknown): value is string {
  if (typeof value !== 'string' || !MOMENT.test(value) || !isDay(value.slice(0, 10))) return false;
  const year = new Date(value).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** The moment in UTC with microseconds, which a `Date` cannot represent. */
export function utcMicroseconds(moment: string): string {
  const fraction = /\.(\d+)/.exec(moment)?.[1] ?? '';
  return new Date(moment).toISOString().replace('Z', `${fraction.slice(3, 6).padEnd(3, '0')}Z`);
}
