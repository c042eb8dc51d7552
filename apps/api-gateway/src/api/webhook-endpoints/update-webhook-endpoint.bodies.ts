import {
  PAYLOAD_VERSIONS,
  type PayloadVersion,
  WEBHOOK_TYPES,
  WebhookEvent,
  type WebhookType,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsFlag } from '@tributary/http';
import { IsIn } from 'class-validator';
import { AreAccounts, AreEvents, IsHttpsUrl, IsLabel } from './webhook-endpoint.rules';

/** Body of `PUT /webhooks/{id}`: what is left out keeps its value. */
export class UpdateWebhookEndpointBody {
  @IfSent()
  @IsHttpsUrl()
  url?: string;

  @IsLabel()
  description?: string | null;

  @IfSent()
  @IsFlag()
  enabled?: boolean;

  @IfSent()
  @AreEvents()
  events?: WebhookEvent[];

  /** Null: all accounts. */
  @AreAccounts()
  financial_accounts?: number[] | null;

  @IfSent()
  @IsIn(WEBHOOK_TYPES, { message: `$property must be one of ${WEBHOOK_TYPES.join(', ')}` })
  type?: WebhookType;

  /** Fixed when the endpoint was created: accepted, as the interface says, and ignored. */
  @IfSentAndNotNull()
  @IsIn(PAYLOAD_VERSIONS, { message: `$property must be one of ${PAYLOAD_VERSIONS.join(', ')}` })
  @Documented({ description: 'Fixed when the endpoint was made; not read.' })
  payload_version?: PayloadVersion | null;

  @IfSent()
  @IsFlag()
  omit_sensitive_identifiers?: boolean;
}
