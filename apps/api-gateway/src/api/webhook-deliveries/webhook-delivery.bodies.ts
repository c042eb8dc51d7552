import { WEBHOOK_EVENTS, WebhookEvent } from '@tributary/contracts';
import { Documented, IfSentAndNotNull, IsMoment } from '@tributary/http';
import { IsIn } from 'class-validator';

/** Body of `POST /webhooks/{id}/test`. */
export class SendTestEventBody {
  /** Absent or null: the first that the endpoint listens for. */
  @IfSentAndNotNull()
  @Documented({ description: 'Absent or null: the first that the endpoint listens for.' })
  @IsIn(WEBHOOK_EVENTS, { message: `$property must be one of ${WEBHOOK_EVENTS.join(', ')}` })
  event?: WebhookEvent | null;
}

/** Body of `POST /webhooks/{id}/recover`. */
export class RecoverDeliveriesBody {
  @IsMoment()
  since!: string;

  /** Absent or null: now. */
  @IfSentAndNotNull()
  @IsMoment()
  until?: string | null;
}
