import { Controller, Inject } from '@nestjs/common';
import { addAll, ConnectionChangedV1, CONNECTION } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { accountsOfConnections } from './accounts.store';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { storeConnections } from './changes/announced.store';
import { uniqueKeyBatches } from './changes/unique-key-batches';

type Changed = ReceivedEvent<typeof ConnectionChangedV1>;

/** Announces the state transitions of connections. */
@Controller()
export class ConnectionChangedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(ConnectionChangedV1)
  async announce(events: readonly Changed[], tx: Tx): Promise<void> {
    const changedEvents: Changed[] = [];
    for (const batch of uniqueKeyBatches(events, ({ payload }) => payload.id)) {
      const newer = await storeConnections(
        tx,
        batch.map(({ payload }) => payload),
      );
      addAll(
        changedEvents,
        batch.filter(({ payload }) => newer.has(payload.id)),
      );
    }
    if (changedEvents.length === 0) return;
    const accounts = await accountsOfConnections(
      tx,
      changedEvents.map(({ payload }) => payload.id),
    );
    await this.announcer.announce(
      tx,
      changedEvents.flatMap((event) => announcementsOf(event, accounts.get(event.payload.id) ?? [])),
    );
  }
}

/** Returns no announcement if only details changed, without a state transition. */
function announcementsOf(cause: Changed, accountIds: readonly number[]): Announcement[] {
  const { event: type, id, userId } = cause.payload;
  if (type === null) return [];
  return [
    {
      cause,
      type,
      userId,
      about: { kind: 'connection', connectionId: id, accountIds },
      part: 0,
      data: { financial_connection: CONNECTION.write(cause.payload, {}) },
    },
  ];
}
