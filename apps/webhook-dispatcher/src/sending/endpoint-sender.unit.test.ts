import { HeldLease, momentNow } from '@tributary/jobs';
import { systemClock } from '@tributary/messaging';
import { UNTRIED } from '../endpoints/health/endpoint-health';
import { EndpointRegistry, SendableEndpoint } from '../endpoints/endpoint-registry';
import { targetOf } from '../endpoints/target';
import { Delivery, PostResult } from './delivery';
import { DueDeliveries } from './due-deliveries';
import { EndpointSender } from './endpoint-sender';
import { OutcomeSaver } from './outcomes/outcome-saver';
import { WebhookClient } from './http/webhook-client';

const ENDPOINT: SendableEndpoint = {
  id: 1,
  userId: 1,
  version: 1,
  target: targetOf('https://client.example/hooks'),
  enabled: true,
  type: 'WEBHOOK',
  healthStatus: 'HEALTHY',
  signingKeys: () => [],
};

function delivery(id: number): Delivery {
  return {
    id,
    lane: `account:${id}`,
    messageId: `msg_${id}`,
    eventType: 'account.updated',
    body: '{}',
    traceparent: null,
    transactionIds: [],
    attempts: 0,
    earlierAttempts: 0,
    createdAt: '2026-03-02T06:10:00.000Z',
  };
}

/** A running POST: its message's id, and the function that ends it. */
interface Posted {
  readonly id: string;
  readonly end: (result: PostResult) => void;
}

/** Returns a sender whose first claim returns delivery 1, and whose POSTs end when the test says so. */
function senderOf(posted: Posted[]): EndpointSender {
  let claims = 0;
  const claim = async () => {
    claims += 1;
    const deliveries = claims === 1 ? [delivery(1)] : [];
    return { endpointVersion: 1, enabled: true, deliveries, mayHaveMore: false };
  };
  const post: WebhookClient['post'] = ({ signature }) =>
    new Promise((end) => posted.push({ id: signature['webhook-id'], end }));
  const parts = {
    store: { claim } as Partial<DueDeliveries> as DueDeliveries,
    saver: {} as OutcomeSaver,
    endpoints: {} as EndpointRegistry,
    client: { post } as Partial<WebhookClient> as WebhookClient,
    clock: systemClock,
    random: () => 0,
    concurrency: 16,
    isFull: () => false,
    shouldYield: () => false,
  };
  return new EndpointSender(parts, new HeldLease(1, 1, 12_000, momentNow()), ENDPOINT, UNTRIED);
}

it('a new delivery that a claim has brought before its commit was heard of is posted once', async () => {
  const posted: Posted[] = [];
  const ids = () => posted.map(({ id }) => id);
  const sender = senderOf(posted);
  const running = sender.run();
  await new Promise((resolve) => setImmediate(resolve)); // the claim
  expect(ids()).toEqual(['msg_1']);
  expect(sender.accept(1, delivery(1))).toBe(false);
  expect(sender.accept(1, delivery(2))).toBe(true);
  expect(ids()).toEqual(['msg_1', 'msg_2']);
  sender.interrupt();
  for (const { end } of posted) end({ kind: 'failed', failure: 'CONNECTION' });
  await running;
});
