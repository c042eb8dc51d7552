import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, RefreshDestination } from '@tributary/contracts';
import { type Commit, OnCommandCallingOut, ReceivedCommand } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { openCredentials } from '../destinations/connections';
import { Listing } from '../destinations/destination-directory.port';
import { DestinationFailure, isRenewable } from '../destinations/destination.port';
import { Destinations } from '../destinations/destinations';
import { renewCredentials, VersionedCredentials } from '../destinations/renew-credentials';
import { answeringProblems } from './answering-problems';
import { markRead } from './granted-connections';
import { lockOwnConnection, requireLinksCovered } from './own-connection';
import { saveRead } from './save-read';

type Command = ReceivedCommand<typeof RefreshDestination>;

interface Stored {
  readonly token: string | null;
  readonly version: number;
}

/** Reads again what can be written to; what is not there any more is marked as deleted. */
@Controller()
export class RefreshDestinationHandler {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  @OnCommandCallingOut(RefreshDestination)
  async refresh(command: Command, commit: Commit): Promise<CommandResult<typeof RefreshDestination>> {
    const { connectionId, destinationType } = command.payload;
    const credentials = await this.credentialsOf(command);
    const listing = await answeringAccess(destinationType, () => this.list(command, credentials));
    return commit(async (tx) => {
      await lockOwnConnection(tx, command.caller, command.payload, 'drives');
      const connection = await markRead(tx, connectionId);
      if (!connection) throw Problem.notFound();
      return saveRead(tx, connection, listing, listing.requests);
    });
  }

  private async credentialsOf({ caller, payload }: Command): Promise<VersionedCredentials> {
    const { connectionId, destinationType } = payload;
    const [row] = await this.database.query<Stored>(
      `select token, credentials_version as version from destination_connections
        where id = $1 and user_id = $2 and destination_type = $3 and not deleted`,
      [connectionId, caller.userId, destinationType],
    );
    if (!row) throw Problem.notFound();
    await requireLinksCovered(this.database, caller, connectionId);
    if (row.token === null) {
      throw Problem.conflict(
        'Access was not granted yet: open the link of the connection, or ask for a new one.',
      );
    }
    return { credentials: openCredentials(this.box, connectionId, row.token), version: row.version };
  }

  /** Credentials that have run out are renewed, once. */
  private async list({ payload }: Command, { credentials, version }: VersionedCredentials): Promise<Listing> {
    const { connectionId, destinationType } = payload;
    const directory = this.destinations.directoryOf(destinationType);
    try {
      return await directory.list(credentials);
    } catch (error) {
      if (!(error instanceof DestinationFailure && isRenewable(error.detail))) throw error;
      const destination = this.destinations.of(destinationType);
      const renewed = await renewCredentials(this.database, this.box, destination, connectionId, version);
      return directory.list(renewed.credentials);
    }
  }
}

function answeringAccess<T>(type: string, ask: () => Promise<T>): Promise<T> {
  return answeringProblems(type, 'credentials', async () => {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof DestinationFailure && error.detail.kind === 'unauthorized') {
        const { renewable, reason } = error.detail;
        throw Problem.conflict(
          renewable === false ? reason : `${type} does not let us in any more. Connect again.`,
        );
      }
      throw error;
    }
  });
}
