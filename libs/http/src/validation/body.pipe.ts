import {
  ArgumentMetadata,
  Injectable,
  ValidationError,
  ValidationPipe,
  ValidationPipeOptions,
} from '@nestjs/common';
import { FieldErrors, Problem } from '@tributary/contracts';
import { unfitMembers } from './unfit-members';
import { isStrictBody } from './strict-body';

const OPTIONS: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  stopAtFirstError: true,
  validateCustomDecorators: false,
  exceptionFactory: (errors) => Problem.invalid(toFieldErrors(errors)),
};

/**
 * Validates request bodies by their class-validator DTOs; members that the DTO does not know are ignored, and
 * refused where the DTO is a `@StrictBody()`.
 */
@Injectable()
export class BodyPipe extends ValidationPipe {
  private readonly strict = new ValidationPipe({ ...OPTIONS, forbidNonWhitelisted: true });

  constructor() {
    super(OPTIONS);
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return value;
    if (value !== undefined && !isObject(value)) {
      throw Problem.invalid({ body: ['The body must be a JSON object.'] });
    }
    const body = value ?? {};
    const unfit = unfitMembers(body);
    if (Object.keys(unfit).length > 0) throw Problem.invalid(unfit);
    if (isStrictBody(metadata.metatype)) return this.strict.transform(body, metadata) as Promise<unknown>;
    return super.transform(body, metadata) as Promise<unknown>;
  }
}

/** What class-validator calls a member that the DTO does not know. */
const UNKNOWN_MEMBER = 'whitelistValidation';

/** By field path (`on_booked_change.update_status`, `events.0`), each a sentence. */
export function toFieldErrors(errors: readonly ValidationError[], parent = ''): FieldErrors {
  const all: FieldErrors = {};
  for (const { property, constraints, children } of errors) {
    const path = parent === '' ? property : `${parent}.${property}`;
    const messages = Object.entries(constraints ?? {}).map(([name, message]) =>
      name === UNKNOWN_MEMBER ? `There is no field ${property} here.` : sentence(message),
    );
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
