export const TABS = ['deliveries', 'figures', 'verify', 'settings'] as const;
export const STATUSES = ['PENDING', 'DELIVERED', 'FAILED', 'DISCARDED'] as const;

/** What is shown of an endpoint, as the URL has it. */
export interface EndpointSearch {
  /** Absent: the deliveries. */
  readonly tab?: (typeof TABS)[number];
  readonly status?: (typeof STATUSES)[number];
  /** The delivery whose attempts are shown. */
  readonly delivery?: string;
  readonly page?: number;
}

/** What of a URL’s query an endpoint’s screen knows. */
export function endpointSearch({ tab, status, delivery, page }: Record<string, unknown>): EndpointSearch {
  const knownTab = TABS.find((one) => one === tab);
  const knownStatus = STATUSES.find((one) => one === status);
  const id = typeof delivery === 'number' ? String(delivery) : delivery;
  return {
    ...(knownTab === undefined ? {} : { tab: knownTab }),
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(typeof id === 'string' && /^[1-9]\d{0,15}$/.test(id) ? { delivery: id } : {}),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  };
}
