import { Controller, Inject } from '@nestjs/common';
import {
  canonicalName,
  CommandResult,
  nameIn,
  payloadView,
  sampleData,
  SendTestEvent,
  visibleData,
  WebhookEvent,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { randomBytes } from 'node:crypto';
import { coveredEndpoint, requireEnabled } from '../endpoints/owned-endpoint';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';
import { messageContent } from '../deliveries/message-body';
import { DeliveryQueue } from '../announcements/queue/delivery-queue';
import { raiseVersion } from '../deliveries/deliveries.store';
import { deliveredEvents, toState } from '../deliveries/delivery-state';

const TEST_LANE = 'test';

/** Sends an invented event that is marked as a test. */
@Controller()
export class SendTestEventHandler {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnCommand(SendTestEvent)
  async send(
    { caller, payload }: ReceivedCommand<typeof SendTestEvent>,
    tx: Tx,
  ): Promise<CommandResult<typeof SendTestEvent>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.id);
    requireEnabled(endpoint);
    const messageId = `msg_test_${randomBytes(18).toString('base64url')}`;
    await this.queue.add(tx, [testDelivery(endpoint, messageId, payload.event)]);
    const row = await raiseVersion(tx, messageId);
    if (!row) throw new Error('the test delivery is not there');
    const delivery = toState(row, null);
    await appendToOutbox(tx, deliveredEvents(endpoint, [delivery]));
    return { endpointId: endpoint.id, userId: endpoint.userId, delivery };
  }
}

function testDelivery(endpoint: WebhookEndpoint, id: string, wanted: WebhookEvent | null) {
  const { payload_version: payloadVersion, omit_sensitive_identifiers: omitSensitiveIdentifiers } = endpoint;
  const event = wanted ?? endpoint.events[0] ?? 'transactions.created';
  const type = canonicalName(event);
  const view = payloadView({ ...endpoint, omitSensitiveIdentifiers, scopes: endpoint.grantedScopes });
  const data = JSON.stringify(visibleData(sampleData(event), view, payloadVersion));
  const createdAt = new Date().toISOString();
  return {
    userId: endpoint.userId,
    endpointId: endpoint.id,
    endpointVersion: endpoint.version,
    lane: TEST_LANE,
    eventType: nameIn(payloadVersion, type),
    messageId: id,
    content: messageContent({ type, payloadVersion, createdAt, isTest: true }, data),
    transactionIds: [],
    traceparent: null,
  };
}
