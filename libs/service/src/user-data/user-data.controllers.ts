import { Controller, Inject, Type } from '@nestjs/common';
import {
  CommandResult,
  ReadDataInIngestionSync,
  ShowErasureInIngestionSync,
  USER_DATA_OWNERS,
  UserDataOwner,
  UserDeletedV1,
} from '@tributary/contracts';
import { OnCommand, OnEvent, type ReceivedCommand, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { UserDataReader } from './user-data-reader';
import { UserErasures } from './user-erasures';

/** The messages by which a service with users' data erases and exports it. */
export function userDataControllers(service: UserDataOwner): Type[] {
  const { showErasure, readData } = USER_DATA_OWNERS[service];

  @Controller()
  class UserDataController {
    constructor(
      @Inject(UserErasures) private readonly erasures: UserErasures,
      @Inject(UserDataReader) private readonly reader: UserDataReader,
    ) {}

    @OnEvent(UserDeletedV1)
    async erase(events: readonly ReceivedEvent<typeof UserDeletedV1>[], tx: Tx): Promise<void> {
      const userIds = [...new Set(events.map(({ payload }) => payload.userId))].sort((a, b) => a - b);
      for (const userId of userIds) await this.erasures.begin(tx, userId);
    }

    @OnCommand(showErasure)
    show({
      payload,
    }: ReceivedCommand<typeof ShowErasureInIngestionSync>): Promise<
      CommandResult<typeof ShowErasureInIngestionSync>
    > {
      return this.erasures.show(payload.userIds);
    }

    @OnCommand(readData)
    read(
      { caller, payload }: ReceivedCommand<typeof ReadDataInIngestionSync>,
      tx: Tx,
    ): Promise<CommandResult<typeof ReadDataInIngestionSync>> {
      return this.reader.read(tx, caller.userId, payload.cursor);
    }
  }

  return [UserDataController];
}
