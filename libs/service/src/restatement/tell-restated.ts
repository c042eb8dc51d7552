import { checked, RESTATED, RestatingService } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Place, RestatedEvent } from './restated-part';

/** How far a replay is. */
export interface ReplayProgress {
  readonly part: number;
  readonly place: Place;
  readonly messages: number;
  readonly rowsTold: number;
  readonly rowsTotal: number;
}

/** Who tells. */
export interface Restating {
  readonly service: RestatingService;
}

/** Puts the events of a page on the service's topic for what is told again; `after` so many messages. */
export async function tellPage(
  tx: Tx,
  { service }: Restating,
  rebuildId: number,
  page: {
    readonly after: number;
    readonly events: readonly RestatedEvent[];
    readonly next: ReplayProgress;
  },
): Promise<void> {
  const rows = { told: page.next.rowsTold, total: page.next.rowsTotal };
  await appendToOutbox(
    tx,
    page.events.map(({ event: { contract, key, payload }, occurredAt }, place) =>
      event(RESTATED[service], key, {
        rebuildId,
        key,
        message: page.after + place + 1,
        told: {
          topic: contract.topic,
          version: contract.version,
          occurredAt: occurredAt.toISOString(),
          payload: checked(contract.payload, payload, contract.topic),
        },
        rows,
      }),
    ),
  );
}

/** That was all. */
export async function tellLast(
  tx: Tx,
  { service }: Restating,
  rebuildId: number,
  { messages, rowsTold, rowsTotal }: ReplayProgress,
): Promise<void> {
  const last = {
    rebuildId,
    key: rebuildId,
    message: messages + 1,
    told: null,
    rows: { told: rowsTold, total: rowsTotal },
  };
  await appendToOutbox(tx, [event(RESTATED[service], rebuildId, last)]);
}
