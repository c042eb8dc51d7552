import { Controller, Inject } from '@nestjs/common';
import {
  CommandResult,
  ConnectDestination,
  CredentialField,
  DestinationCredentials,
  DESTINATIONS,
  DestinationType,
  snakeCase,
} from '@tributary/contracts';
import { type Commit, OnCommandCallingOut, ReceivedCommand } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { authorNow } from '@tributary/service';
import { Destinations } from '../destinations/destinations';
import { answeringProblems } from './answering-problems';
import { findConnectionOf, saveConnection } from './granted-connections';
import { requireRenewable } from './own-connection';
import { saveRead } from './save-read';

type Command = ReceivedCommand<typeof ConnectDestination>;

/** Connects a user by what they typed; the same user at the destination again renews the connection. */
@Controller()
export class ConnectDestinationHandler {
  constructor(
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  @OnCommandCallingOut(ConnectDestination)
  async connect(
    { caller, payload }: Command,
    commit: Commit,
  ): Promise<CommandResult<typeof ConnectDestination>> {
    const { name, credentials } = payload;
    const { type } = credentials;
    const { admission, listing } = await this.read(credentials);
    return commit(async (tx) => {
      const known = await findConnectionOf(tx, caller.userId, type, admission.externalUserId);
      if (known !== null) await requireRenewable(tx, caller, known);
      const connection = await saveConnection(tx, this.box, {
        userId: caller.userId,
        author: await authorNow(tx, caller),
        type,
        name,
        admission,
      });
      return saveRead(tx, connection, listing, admission.requests + listing.requests);
    });
  }

  private read(given: DestinationCredentials) {
    return answeringProblems(given.type, mistyped(given.type), async () => {
      const directory = this.destinations.directoryOf(given.type);
      const admission = await directory.admit(given);
      return { admission, listing: await directory.list(admission.credentials) };
    });
  }
}

/** What of the body is most likely wrong where a destination does not let the user in: the first secret. */
function mistyped(type: DestinationType): string {
  const credentials = Object.entries<CredentialField>(DESTINATIONS[type].connect.credentials);
  const [name = ''] = credentials.find(([, { form }]) => form === 'secret' || form === 'token') ?? [];
  return snakeCase(name);
}
