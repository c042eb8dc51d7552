import { Controller } from '@nestjs/common';
import { UserDeletedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { eraseUser } from './erase';

/** A user is gone: everything of them is erased, credentials first of all. */
@Controller()
export class UserDeletedConsumer {
  @OnEvent(UserDeletedV1)
  async erase(events: readonly ReceivedEvent<typeof UserDeletedV1>[], tx: Tx): Promise<void> {
    for (const { payload } of events) await eraseUser(tx, payload);
  }
}
