import { Delivery } from './delivery';

/** A newly stored delivery, with the endpoint's version at that time. */
export interface StoredDelivery {
  readonly endpointId: number;
  readonly endpointVersion: number;
  readonly delivery: Delivery;
}

/** Receives new deliveries after the commit that stored them. */
export abstract class DeliveryListener {
  /** Reports that these endpoints have due deliveries. */
  abstract wake(endpointIds: readonly number[]): void;

  /** Reports new deliveries in their order, so that a sender of this process need not read them from the database. */
  abstract offer(deliveries: readonly StoredDelivery[]): void;
}
