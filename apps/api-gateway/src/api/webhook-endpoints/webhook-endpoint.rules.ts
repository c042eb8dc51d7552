import { LEGACY_EVENT_ALIASES, WEBHOOK_EVENTS } from '@tributary/contracts';
import { AreDistinct, Documented, IsWireId } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, ValidateBy } from 'class-validator';

const URL_LENGTH_MAX = 512;
const ACCOUNTS_MAX = 1000;

/** Checks the URL of an endpoint by its text; the dispatcher checks addresses. */
export function IsHttpsUrl(): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', format: 'uri', pattern: '^https://', maxLength: URL_LENGTH_MAX }),
    ValidateBy(
      { name: 'isHttpsUrl', validator: { validate: (value: unknown) => faultOf(value) === null } },
      { message: ({ value }) => `$property ${faultOf(value) ?? ''}` },
    ),
  );
}

/** Validates the list of events: at least one event, and no event twice, also not by its other name. */
export function AreEvents(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of event types' }),
    ArrayMinSize(1, { message: '$property must name at least one event type' }),
    IsIn(WEBHOOK_EVENTS, {
      each: true,
      message: `each of events must be one of ${WEBHOOK_EVENTS.join(', ')}`,
    }),
    AreDistinct('an event type', WEBHOOK_EVENTS.length),
    ValidateBy(
      { name: 'oneNameForEachEvent', validator: { validate: hasOneNameForEachEvent } },
      { message: '$property must not name an event by its legacy alias and by its present name' },
    ),
  );
}

/** Ids of accounts; null, where it is allowed, for all. */
export function AreAccounts(): PropertyDecorator {
  return applyDecorators(
    IsArray({ message: '$property must be a list of account ids, or null' }),
    ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` }),
    IsWireId({ each: true }),
    Documented({ type: ['array', 'null'], description: 'Null: all accounts.' }),
  );
}

/** The error of a URL for an endpoint; null if it is valid. */
function faultOf(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a text';
  if (value.length > URL_LENGTH_MAX) return `must have at most ${URL_LENGTH_MAX} characters`;
  if (!URL.canParse(value)) return 'must be a URL such as https://client.example/hooks';
  const { protocol, hostname, username, password } = new URL(value);
  if (protocol !== 'https:' || hostname === '') return 'must be an https URL';
  return username === '' && password === '' ? null : 'must not contain a user name or password';
}

function hasOneNameForEachEvent(value: unknown): boolean {
  if (!Array.isArray(value)) return true; // another rule reports it
  const names = new Set<unknown>(value);
  return !Object.entries(LEGACY_EVENT_ALIASES).some(
    ([alias, canonical]) => names.has(alias) && names.has(canonical),
  );
}
