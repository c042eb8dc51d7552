import { Controller } from '@nestjs/common';
import { AccountUpsertedV1 } from '@tributary/contracts';
import type { ReceivedEvent } from '@tributary/messaging';
import { OnEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { accountFacts } from '../../evaluation/documents/facts';
import { saveAccounts } from '../../rules/attachments/known-targets.store';

/** Learns which accounts there are, whose, and what rules may know of them; rules attach only to one's own. */
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
