import { checked, RESTATED, RestatingService } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { RestatedEvent } from './restated-part';
import { RestatementProgress } from './restatements';

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
    readonly next: RestatementProgress;
  },
): Promise<void> {
  const rows = { told: page.next.rowsTold, total: page.next.rowsTotal ?? 0 };
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
  { messages, rowsTold, rowsTotal }: RestatementProgress,
): Promise<void> {
  const last = {
    rebuildId,
    key: rebuildId,
    message: messages + 1,
    told: null,
    rows: { told: rowsTold, total: rowsTotal ?? rowsTold },
  };
  await appendToOutbox(tx, [event(RESTATED[service], rebuildId, last)]);
}
