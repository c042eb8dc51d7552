import { Delivery } from './delivery';

/** A new delivery that was stored, for the endpoint as it was then. */
export interface StoredDelivery {
  readonly endpointId: number;
  readonly endpointVersion: number;
  readonly delivery: Delivery;
}

/** Called after the commit. */
export abstract class DeliveryListener {
  /** These endpoints have due deliveries. */
  abstract wake(endpointIds: readonly number[]): void;

  /** The same with new deliveries, in their order: a sender of this process need not read them from the database. */
  abstract offer(deliveries: readonly StoredDelivery[]): void;
}
