import { WEBHOOK_TYPES, WebhookEvent, type WebhookType } from '@tributary/contracts';
import { IfSent, IsFlag } from '@tributary/http';
import { IsIn } from 'class-validator';
import { AreAccounts, AreEvents, IsHttpsUrl, IsLabel } from './webhook-endpoint.rules';

/** Body of `PUT /webhooks/{id}`: what is left out keeps its value. `payload_version` is fixed, and not read. */
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

  @IfSent()
  @IsFlag()
  omit_sensitive_identifiers?: boolean;
}
