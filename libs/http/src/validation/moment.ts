import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
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

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
}
