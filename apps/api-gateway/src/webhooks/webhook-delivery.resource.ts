import { DeliveryStatus, WebhookEvent } from '@tributary/contracts';
import { idText, idTextOrNull, timeText } from '../wire-values';

interface Attempt {
  readonly number: number;
  /** As Postgres writes it in JSON. */
  readonly attempted_at: string;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: string | null;
}

export interface WebhookDeliveryRow {
  readonly endpoint_id: number;
  readonly id: number;
  readonly message_id: string;
  readonly event_type: WebhookEvent;
  readonly account_id: number | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Oldest first; null where there was none. */
  readonly attempts_made: readonly Attempt[] | null;
}

export function toWebhookDelivery(row: WebhookDeliveryRow): Readonly<Record<string, unknown>> {
  return {
    id: idText(row.id),
    webhook_endpoint_id: idText(row.endpoint_id),
    message_id: row.message_id,
    event_type: row.event_type,
    financial_account_id: idTextOrNull(row.account_id),
    status: row.status,
    attempts_count: row.attempts,
    next_attempt_at: row.next_attempt_at && timeText(row.next_attempt_at),
    created_at: timeText(row.created_at),
    updated_at: timeText(row.updated_at),
    attempts: (row.attempts_made ?? []).map((attempt) => ({
      ...attempt,
      attempted_at: new Date(attempt.attempted_at).toISOString(),
    })),
  };
}
