import type { WebhookDelivery } from '@tributary/client';
import { valueIn } from '../elements/forms/choices';
import { idIn, knownIn, pageIn } from '../routing/search-values';
import { DELIVERY_WORDS } from './webhook-words';

export const TABS = ['deliveries', 'figures', 'verify', 'settings'] as const;

/** The state of an endpoint's screen, as the address has it. */
export interface EndpointSearch {
  /** Absent: the deliveries. */
  readonly tab?: (typeof TABS)[number];
  readonly status?: WebhookDelivery['status'];
  /** The delivery whose attempts are shown. */
  readonly delivery?: string;
  readonly page?: number;
}

/** The state in the query of an address. */
export function endpointSearch({ tab, status, delivery, page }: Record<string, unknown>): EndpointSearch {
  return {
    tab: knownIn(TABS, tab),
    status: valueIn(DELIVERY_WORDS, status),
    delivery: idIn(delivery),
    page: pageIn(page),
  };
}
