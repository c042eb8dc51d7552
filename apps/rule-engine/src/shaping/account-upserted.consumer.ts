import { Controller } from '@nestjs/common';
import { AccountUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { saveAccounts } from './known-accounts';

/** Learns which accounts there are and whose: rules attach only to the caller's own. */
@Controller()
export class AccountUpsertedConsumer {
  @OnEvent(AccountUpsertedV1)
  async take(events: readonly ReceivedEvent<typeof AccountUpsertedV1>[], tx: Tx): Promise<void> {
    await saveAccounts(
      tx,
      events.map(({ payload }) => ({ ...payload, deleted: false })),
    );
  }
}
