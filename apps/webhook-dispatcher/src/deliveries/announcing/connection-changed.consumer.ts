import { Controller, Inject } from '@nestjs/common';
import { ConnectionChangedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { connectionResource } from '../../payloads/resources';
import { noteConnections } from './announced-connections';
import { DeliveryQueue } from './delivery-queue';
import { connectionLane, newDelivery, NewDelivery } from './new-delivery';
import { loadSubscriptions, Subscription } from './subscriptions';
import { inWaves } from './waves';

type Changed = ReceivedEvent<typeof ConnectionChangedV1>;

/** Announces the moves of connections between states. */
@Controller()
export class ConnectionChangedConsumer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnEvent(ConnectionChangedV1)
  async take(events: readonly Changed[], tx: Tx): Promise<void> {
    const news: Changed[] = [];
    for (const wave of inWaves(events, ({ payload }) => payload.id)) {
      const newer = await noteConnections(
        tx,
        wave.map(({ payload }) => payload),
      );
      news.push(...wave.filter(({ payload }) => newer.has(payload.id) && payload.event !== null));
    }
    if (news.length === 0) return;
    const subscriptions = await loadSubscriptions(
      tx,
      news.map(({ payload }) => payload.userId),
    );
    if (subscriptions.length === 0) return;
    const accounts = await accountsOf(
      tx,
      news.map(({ payload }) => payload.id),
    );
    await this.queue.add(
      tx,
      news.flatMap((event) =>
        connectionDeliveries(event, accounts.get(event.payload.id) ?? [], subscriptions),
      ),
    );
  }
}

/** The accounts, also deleted ones, of each connection. */
async function accountsOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const rows = await tx.query<{ connection_id: number; account_ids: number[] }>(
    `select connection_id, jsonb_agg(id) as account_ids from accounts
      where connection_id = any($1::bigint[]) group by connection_id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.connection_id, row.account_ids]));
}

/** An endpoint that is limited to accounts hears of the connections of those accounts. */
function connectionDeliveries(
  cause: Changed,
  accountIds: readonly number[],
  subscriptions: readonly Subscription[],
): NewDelivery[] {
  const { event: type, id, userId } = cause.payload;
  if (type === null) return [];
  const dataJson = JSON.stringify({ financial_connection: connectionResource(cause.payload) });
  return subscriptions
    .filter((to) => to.userId === userId && to.events.has(type))
    .filter((to) => to.accountIds === null || accountIds.some((account) => to.accountIds?.has(account)))
    .map((to) => newDelivery(cause, to, { type, lane: connectionLane(id), dataJson }));
}
