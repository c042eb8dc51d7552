import { ArgumentMetadata, Injectable, ValidationError, ValidationPipe } from '@nestjs/common';
import { FieldErrors, Problem } from '@tributary/contracts';

/** Validates request bodies by their class-validator DTOs; members that the DTO does not know are ignored. */
@Injectable()
export class BodyPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      stopAtFirstError: true,
      validateCustomDecorators: false,
      exceptionFactory: (errors) => Problem.invalid(toFieldErrors(errors)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return value;
    if (value !== undefined && !isObject(value)) {
      throw Problem.invalid({ body: ['The body must be a JSON object.'] });
    }
    return super.transform(value ?? {}, metadata) as Promise<unknown>;
  }
}

/** By field path (`on_booked_change.update_status`, `events.0`), each a sentence. */
export function toFieldErrors(errors: readonly ValidationError[], parent = ''): FieldErrors {
  const all: FieldErrors = {};
  for (const { property, constraints, children } of errors) {
    const path = parent === '' ? property : `${parent}.${property}`;
    const messages = Object.values(constraints ?? {}).map((message) => sentence(message));
    if (messages.length > 0) all[path] = messages;
    Object.assign(all, toFieldErrors(children ?? [], path));
  }
  return all;
}

function sentence(message: string): string {
  return `${/^each /.test(message) ? 'E' + message.slice(1) : `The ${message}`}.`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
