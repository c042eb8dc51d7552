import { Controller, Inject } from '@nestjs/common';
import { UserDeletedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { AfterCommit } from '../deliveries/announcing/after-commit';
import { takeTurns } from '../deliveries/announcing/event-record';
import { Retention } from '../deliveries/retention';
import { removeEndpoint } from '../endpoints/remove-endpoint';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';

/** Erases users: their endpoints at once, what was sent to these in the background; and takes nothing of them again. */
@Controller()
export class UserDeletedConsumer {
  constructor(
    @Inject(AfterCommit) private readonly afterCommit: AfterCommit,
    @Inject(Retention) private readonly retention: Retention,
  ) {}

  @OnEvent(UserDeletedV1)
  async take(events: readonly ReceivedEvent<typeof UserDeletedV1>[], tx: Tx): Promise<void> {
    const userIds = [...new Set(events.map(({ payload }) => payload.userId))].sort((a, b) => a - b);
    await tx.execute(
      'insert into erased_users (user_id) select unnest($1::bigint[]) on conflict do nothing',
      [userIds],
    );
    for (const userId of userIds) await removeEndpoints(tx, userId);
    await takeTurns(tx, userIds); // whoever records an event now sees afterwards that the user is gone
    for (const erasure of ERASURES) await tx.execute(erasure, [userIds]);
    this.afterCommit.run(tx, () => this.retention.wake());
  }
}

async function removeEndpoints(tx: Tx, userId: number): Promise<void> {
  const endpoints = await tx.manager.find(WebhookEndpoint, {
    where: { userId },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  for (const endpoint of endpoints) await removeEndpoint(tx, endpoint);
}

const ACCOUNTS = 'select id from accounts where user_id = any($1::bigint[])';

const ERASURES = [
  'delete from recorded_events where user_id = any($1::bigint[])',
  'delete from grants where user_id = any($1::bigint[])',
  `delete from announced_transactions where account_id in (${ACCOUNTS})`,
  `delete from announced_balances where account_id in (${ACCOUNTS})`,
  `delete from announced_holdings where account_id in (${ACCOUNTS})`,
  `delete from announced_connections
    where connection_id in (select connection_id from accounts where user_id = any($1::bigint[]))`,
  'delete from accounts where user_id = any($1::bigint[])',
];
