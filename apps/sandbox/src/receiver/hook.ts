import type { Behaviour } from './behaviour';
import type { DeliveryContent } from './delivery-content';

export interface Delivery extends DeliveryContent {
  readonly webhookId: string;
  /** Times that it arrived with a right signature. */
  received: number;
  /** Times that the response was 2xx. */
  accepted: number;
}

/** A receiver of deliveries: its secret, its behaviour and the list of its deliveries. */
export class Hook {
  readonly deliveries = new Map<string, Delivery>();
  secret = '';
  behaviour: Behaviour = { kind: 'ok' };
  badSignatures = 0;
  arrivals = 0;
  /** When this process last got a delivery, in milliseconds since 1970. */
  lastArrivalAt: number | null = null;

  constructor(readonly name: string) {}

  record(webhookId: string, content: DeliveryContent, accepted: boolean): void {
    const delivery = this.deliveries.get(webhookId) ?? { ...content, webhookId, received: 0, accepted: 0 };
    delivery.received += 1;
    if (accepted) delivery.accepted += 1;
    this.deliveries.set(webhookId, delivery);
    this.arrivals += 1;
  }
}
