import { Inject, Injectable } from '@nestjs/common';
import { DeliveryState, EventPayload, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { project } from '../query-model/project';
import { resourceRow, WEBHOOK_ENDPOINTS } from '../query-model/resources.projection';
import { deliveryRows, WEBHOOK_DELIVERIES } from '../query-model/webhooks.projection';
import { writeModelNow } from '../query-model/model-writes';

interface Sent {
  readonly endpointId: number;
  readonly userId: number;
  readonly delivery: DeliveryState;
}

/** Applies what a command came to before its caller is answered, so that callers read what they wrote. */
@Injectable()
export class WebhookWrites {
  constructor(@Inject(Database) private readonly database: Database) {}

  async endpoint(published: EventPayload<typeof WebhookEndpointUpsertedV1>): Promise<void> {
    await writeModelNow(this.database, (tx) => project(tx, WEBHOOK_ENDPOINTS, [resourceRow(published)]));
  }

  async delivery({ endpointId, userId, delivery }: Sent): Promise<void> {
    const rows = deliveryRows({ endpointId, userId, deliveries: [delivery] }, new Date().toISOString());
    await writeModelNow(this.database, (tx) => project(tx, WEBHOOK_DELIVERIES, rows));
  }
}
