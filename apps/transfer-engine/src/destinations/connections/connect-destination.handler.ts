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
import { Destinations } from '../destinations';
import { answeringProblems } from './answering-problems';
import { lockConnectionOf } from './connections.store';
import { saveConnection } from './granted-connections';
import { LinksOfConnections } from './links.port';
import { OwnConnections } from './own-connections';
import { saveRead } from './resources/save-read';

type Command = ReceivedCommand<typeof ConnectDestination>;

/** Connects a user with entered credentials; for a user who is connected already it renews the connection. */
@Controller()
export class ConnectDestinationHandler {
  constructor(
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(OwnConnections) private readonly connections: OwnConnections,
    @Inject(LinksOfConnections) private readonly links: LinksOfConnections,
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
      const known = await lockConnectionOf(tx, caller.userId, type, admission.externalUserId);
      if (known !== null) await this.connections.requireRenewable(tx, caller, known);
      const connection = await saveConnection(tx, this.box, {
        userId: caller.userId,
        author: await authorNow(tx, caller),
        type,
        name,
        admission,
      });
      return saveRead(tx, this.links, connection, listing, admission.requests + listing.requests);
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

/** The field that is probably wrong if a destination refuses the user: its first secret. */
function mistyped(type: DestinationType): string {
  const credentials = Object.entries<CredentialField>(DESTINATIONS[type].connect.credentials);
  const [name = ''] = credentials.find(([, { form }]) => form === 'secret' || form === 'token') ?? [];
  return snakeCase(name);
}
