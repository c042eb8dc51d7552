import { Controller } from '@nestjs/common';
import { AccountUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { accountFacts } from '../../evaluation/documents/facts';
import { saveAccounts } from '../../rules/attachments/known-targets.store';

/**
 * Stores accounts with their owners and the members that rules may read. A user attaches rules only to their own
 * accounts.
 */
@Controller()
export class AccountUpsertedConsumer {
  @OnEvent(AccountUpsertedV1)
  async apply(events: readonly ReceivedEvent<typeof AccountUpsertedV1>[], tx: Tx): Promise<void> {
    await saveAccounts(
      tx,
      events.map(({ payload }) => ({ ...payload, deleted: false, facts: accountFacts(payload.document) })),
    );
  }
}
