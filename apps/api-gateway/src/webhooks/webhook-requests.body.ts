import { WEBHOOK_EVENTS, WebhookEvent } from '@tributary/contracts';
import { Documented, IfSentAndNotNull } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { IsIn, ValidateBy } from 'class-validator';

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

/** A moment as ISO 8601 writes it, with its offset. */
function IsMoment(): PropertyDecorator {
  return applyDecorators(
    Documented({ type: 'string', format: 'date-time' }),
    ValidateBy(
      { name: 'isMoment', validator: { validate: isMoment } },
      { message: '$property must be a time like 2026-03-31T12:00:00Z' },
    ),
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function isMoment(value: unknown): boolean {
  return typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
}
