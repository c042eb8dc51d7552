import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** An id as a client may send it, a number or its text; else the value itself, for validation to refuse. */
export function readId(value: unknown): unknown {
  return typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value;
}

/** An id in a request body, or with `each` a list of them. */
export function IsWireId(options: { each?: boolean } = {}): PropertyDecorator {
  const { each = false } = options;
  const message = each ? 'each of $property must be an id' : '$property must be an id';
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      each && Array.isArray(value) ? value.map(readId) : readId(value),
    ),
    IsInt({ each, message }),
    Min(1, { each, message }),
    Max(Number.MAX_SAFE_INTEGER, { each, message }),
  );
}
