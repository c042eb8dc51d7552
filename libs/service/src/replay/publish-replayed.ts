import { checked, REPLAYED, ReplayingService } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { ReplayPosition, ReplayedEvent } from './replayed-part';

/** The progress of a replay. */
export interface ReplayProgress {
  readonly part: number;
  readonly position: ReplayPosition;
  readonly messages: number;
  readonly rowsReplayed: number;
  readonly rowsTotal: number;
}

/** Publishes the events of a page on the service's topic for replays; `after` is the number of messages before them. */
export async function publishPage(
  tx: Tx,
  service: ReplayingService,
  rebuildId: number,
  page: {
    readonly after: number;
    readonly events: readonly ReplayedEvent[];
    readonly next: ReplayProgress;
  },
): Promise<void> {
  const rows = { told: page.next.rowsReplayed, total: page.next.rowsTotal };
  await appendToOutbox(
    tx,
    page.events.map(({ event: { contract, key, payload }, occurredAt }, position) =>
      event(REPLAYED[service], key, {
        rebuildId,
        key,
        message: page.after + position + 1,
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

/** Publishes the last message, by which the gateway knows that the replay is complete. */
export async function publishLast(
  tx: Tx,
  service: ReplayingService,
  rebuildId: number,
  { messages, rowsReplayed, rowsTotal }: ReplayProgress,
): Promise<void> {
  const last = {
    rebuildId,
    key: rebuildId,
    message: messages + 1,
    told: null,
    rows: { told: rowsReplayed, total: rowsTotal },
  };
  await appendToOutbox(tx, [event(REPLAYED[service], rebuildId, last)]);
}
