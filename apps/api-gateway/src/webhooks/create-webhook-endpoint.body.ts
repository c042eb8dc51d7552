import {
  LEGACY_EVENT_ALIASES,
  PAYLOAD_VERSIONS,
  PayloadVersion,
  WEBHOOK_EVENTS,
  WEBHOOK_TYPES,
  WebhookEvent,
} from '@tributary/contracts';
import { Documented, IfSent, IsFlag, IsWireId } from '@tributary/http';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
  ValidateBy,
  ValidationArguments,
} from 'class-validator';

const URL_LENGTH_MAX = 512;
const DESCRIPTION_LENGTH_MAX = 255;

const IsHttpsUrl = () =>
  ValidateBy(
    { name: 'isHttpsUrl', validator: { validate: isHttpsUrl } },
    { message: `$property must be an https URL of at most ${URL_LENGTH_MAX} characters` },
  );

const HasOneNameForEachEvent = () =>
  ValidateBy(
    { name: 'oneNameForEachEvent', validator: { validate: hasOneNameForEachEvent } },
    { message: '$property must not name an event by its legacy alias and by its present name' },
  );

const AutomationOmitsIdentifiers = () =>
  ValidateBy(
    {
      name: 'automationOmitsIdentifiers',
      validator: {
        validate: (value: unknown, of?: ValidationArguments) =>
          value === true || (of?.object as CreateWebhookEndpointBody).type !== 'AUTOMATION_A',
      },
    },
    { message: '$property must be true for an endpoint of the type AUTOMATION_A' },
  );

/** Body of `POST /webhooks`. */
export class CreateWebhookEndpointBody {
  @IsHttpsUrl()
  @Documented({ type: 'string', format: 'uri', pattern: '^https://', maxLength: URL_LENGTH_MAX })
  url!: string;

  @IsOptional()
  @Documented({ type: ['string', 'null'] })
  @IsString({ message: '$property must be a text' })
  @MaxLength(DESCRIPTION_LENGTH_MAX, {
    message: `$property must have at most ${DESCRIPTION_LENGTH_MAX} characters`,
  })
  description?: string | null;

  @IfSent()
  @IsFlag()
  enabled: boolean = true;

  @IsArray({ message: '$property must be a list of event types' })
  @ArrayMinSize(1, { message: '$property must name at least one event type' })
  @IsIn(WEBHOOK_EVENTS, { each: true, message: `each of events must be one of ${WEBHOOK_EVENTS.join(', ')}` })
  @ArrayUnique({ message: '$property must not name an event type twice' })
  @HasOneNameForEachEvent()
  events!: WebhookEvent[];

  /** Absent or null: all accounts. */
  @IsOptional()
  @Documented({ description: 'Absent or null: all accounts.' })
  @IsArray({ message: '$property must be a list of account ids, or null' })
  @IsWireId({ each: true })
  financial_accounts?: number[] | null;

  @IfSent()
  @IsIn(WEBHOOK_TYPES, { message: `$property must be one of ${WEBHOOK_TYPES.join(', ')}` })
  type: (typeof WEBHOOK_TYPES)[number] = 'WEBHOOK';

  /** Absent: by the names of the events. */
  @IsOptional()
  @IsIn(PAYLOAD_VERSIONS, { message: `$property must be one of ${PAYLOAD_VERSIONS.join(', ')}` })
  payload_version?: PayloadVersion | null;

  @IfSent()
  @IsFlag()
  @AutomationOmitsIdentifiers()
  omit_sensitive_identifiers: boolean = false;
}

/** The version that was asked for, else the one that the events' names belong to. */
export function payloadVersionOf({ payload_version, events }: CreateWebhookEndpointBody): PayloadVersion {
  return payload_version ?? (events.some((event) => event in LEGACY_EVENT_ALIASES) ? 'v1' : 'v2');
}

function isHttpsUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > URL_LENGTH_MAX || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  return protocol === 'https:' && hostname !== '' && username === '' && password === '';
}

function hasOneNameForEachEvent(value: unknown): boolean {
  if (!Array.isArray(value)) return true; // its own error
  const names = new Set<unknown>(value);
  return !Object.entries(LEGACY_EVENT_ALIASES).some(
    ([alias, canonical]) => names.has(alias) && names.has(canonical),
  );
}
