import type { Database } from '@tributary/persistence';
import { type Retention, TEN_MINUTES_MS } from '@tributary/service';
import { OLD_EVENTS } from '../announcements/recorded-events.store';
import { deleteFinished, deleteOfEndpoint, UNUSED_CONTENTS } from '../deliveries/deliveries.store';
import { endErasure, endpointToErase } from '../endpoints/endpoints.store';

/** Deletes old finished deliveries, and the data of deleted endpoints. */
export function retentionOf(days: number): Retention {
  return {
    everyMs: TEN_MINUTES_MS,
    max: 2000,
    failure: 'forgetting old deliveries failed',
    rows: [
      (database, max) => deleteFinished(database, days, max),
      { ...UNUSED_CONTENTS, days },
      { ...OLD_EVENTS, days },
      eraseEndpoint,
    ],
  };
}

async function eraseEndpoint(database: Database, max: number): Promise<number> {
  const endpointId = await endpointToErase(database);
  if (endpointId === undefined) return 0;
  const count = await deleteOfEndpoint(database, endpointId, max);
  if (count === 0) await endErasure(database, endpointId);
  return max; // until none is left
}
