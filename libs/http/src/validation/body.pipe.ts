import {
  ArgumentMetadata,
  Injectable,
  type Type,
  ValidationError,
  ValidationPipe,
  ValidationPipeOptions,
} from '@nestjs/common';
import { FieldErrors, Problem } from '@tributary/contracts';
import { getMetadataStorage } from 'class-validator';
import { requiresAMember } from './decorators/requires-a-member';
import { unfitMembers } from './unfit-members';
import { unknownMember } from './unknown-member';

const OPTIONS: ValidationPipeOptions = {
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  stopAtFirstError: true,
  validateCustomDecorators: false,
  validationError: { target: true }, // needed to find the known members
  exceptionFactory: (errors) => Problem.invalid(toFieldErrors(errors)),
};

/**
 * Validates request bodies by their class-validator DTOs. A member that the DTO does not know is refused at every
 * depth, because ignoring a misspelt one would change the meaning of the request.
 */
@Injectable()
export class BodyPipe extends ValidationPipe {
  /**
   * @param expectedType the DTO of a body without an annotated class, because it is created at the start of the program
   */
  constructor(expectedType?: Type) {
    super(expectedType ? { ...OPTIONS, expectedType } : OPTIONS);
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return value;
    if (value !== undefined && !isObject(value)) {
      throw Problem.invalid({ body: ['The body must be a JSON object.'] });
    }
    const body = value ?? {};
    const unfit = unfitMembers(body);
    if (Object.keys(unfit).length > 0) throw Problem.invalid(unfit);
    if (Object.keys(body).length === 0 && requiresAMember(this.expectedType ?? metadata.metatype)) {
      throw Problem.invalid({ body: ['Name at least one member to change.'] });
    }
    return super.transform(body, metadata) as Promise<unknown>;
  }
}

/** class-validator's name for a member that the DTO does not know. */
const UNKNOWN_MEMBER = 'whitelistValidation';
/** Maximum of suggestions in one response. Each is a comparison with every known name. */
const SUGGESTIONS_MAX = 5;

/** Errors by field path (`on_booked_change.update_status`, `events.0`), as sentences. */
export function toFieldErrors(
  errors: readonly ValidationError[],
  parent = '',
  left = { suggestions: SUGGESTIONS_MAX },
): FieldErrors {
  const all: FieldErrors = {};
  for (const { property, constraints, children, target } of errors) {
    const path = parent === '' ? property : `${parent}.${property}`;
    const messages = Object.entries(constraints ?? {}).map(([name, message]) =>
      name === UNKNOWN_MEMBER ? unknownIn(property, target, left) : sentence(message),
    );
    if (messages.length > 0) all[path] = messages;
    Object.assign(all, toFieldErrors(children ?? [], path, left));
  }
  return all;
}

/** The first ones with a suggestion. */
function unknownIn(property: string, dto: object | undefined, left: { suggestions: number }): string {
  left.suggestions -= 1;
  return unknownMember(property, left.suggestions >= 0 ? membersOf(dto) : []);
}

/** The members that a DTO knows: those with a validator. */
function membersOf(dto: object | undefined): string[] {
  if (dto === undefined) return [];
  const validators = getMetadataStorage().getTargetValidationMetadatas(dto.constructor, '', false, false);
  return [...new Set(validators.map(({ propertyName }) => propertyName))];
}

function sentence(message: string): string {
  return `${/^each /.test(message) ? 'E' + message.slice(1) : `The ${message}`}.`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
