import {
  isLegacy,
  PAYLOAD_VERSIONS,
  PayloadVersion,
  WEBHOOK_TYPES,
  WebhookEvent,
  type WebhookType,
} from '@tributary/contracts';
import { IfSent, IsFlag } from '@tributary/http';
import { IsIn, IsOptional, ValidateBy, ValidationArguments } from 'class-validator';
import { AreAccounts, AreEvents, IsHttpsUrl, IsLabel } from './webhook-endpoint.rules';

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
  url!: string;

  @IsLabel()
  description?: string | null;

  @IfSent()
  @IsFlag()
  enabled: boolean = true;

  @AreEvents()
  events!: WebhookEvent[];

  /** Absent or null: all accounts. */
  @AreAccounts()
  financial_accounts?: number[] | null;

  @IfSent()
  @IsIn(WEBHOOK_TYPES, { message: `$property must be one of ${WEBHOOK_TYPES.join(', ')}` })
  type: WebhookType = 'WEBHOOK';

  /** Absent: by the names of the events. */
  @IsOptional()
  @IsIn(PAYLOAD_VERSIONS, { message: `$property must be one of ${PAYLOAD_VERSIONS.join(', ')}` })
  payload_version?: PayloadVersion | null;

  @IfSent()
  @IsFlag()
  @AutomationOmitsIdentifiers()
  omit_sensitive_identifiers: boolean = false;
}

/** The requested version, else the one of the events' names. */
export function payloadVersionOf({ payload_version, events }: CreateWebhookEndpointBody): PayloadVersion {
  return payload_version ?? (events.some(isLegacy) ? 'v1' : 'v2');
}
