import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, RefreshDestination } from '@tributary/contracts';
import { type Commit, OnCommandCallingOut, ReceivedCommand } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { openCredentials } from './connections';
import { findOwnToken } from './credentials.store';
import { Listing } from '../destination-directory.port';
import { DestinationFailure, isRenewable } from '../destination.port';
import { Destinations } from '../destinations';
import { renewCredentials, VersionedCredentials } from './renew-credentials';
import { answeringProblems } from './answering-problems';
import { markRead } from './granted-connections';
import { LinksOfConnections } from './links.port';
import { OwnConnections } from './own-connections';
import { saveRead } from './resources/save-read';

type Command = ReceivedCommand<typeof RefreshDestination>;

/** Reads the units and targets again; those that no longer exist are marked as deleted. */
@Controller()
export class RefreshDestinationHandler {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(OwnConnections) private readonly connections: OwnConnections,
    @Inject(LinksOfConnections) private readonly links: LinksOfConnections,
  ) {}

  @OnCommandCallingOut(RefreshDestination)
  async refresh(command: Command, commit: Commit): Promise<CommandResult<typeof RefreshDestination>> {
    const { connectionId, destinationType } = command.payload;
    const credentials = await this.credentialsOf(command);
    const listing = await answeringAccess(destinationType, () => this.list(command, credentials));
    return commit(async (tx) => {
      await this.connections.lock(tx, command.caller, command.payload, 'drives');
      const connection = await markRead(tx, connectionId);
      if (!connection) throw Problem.notFound();
      return saveRead(tx, this.links, connection, listing, listing.requests);
    });
  }

  private async credentialsOf({ caller, payload }: Command): Promise<VersionedCredentials> {
    const { connectionId, destinationType } = payload;
    const owned = { connectionId, userId: caller.userId, type: destinationType };
    const row = await findOwnToken(this.database, owned);
    if (!row) throw Problem.notFound();
    await this.links.requireCovered(this.database, caller, connectionId);
    if (row.token === null) {
      throw Problem.conflict(
        'Access was not granted yet: open the link of the connection, or ask for a new one.',
      );
    }
    return { credentials: openCredentials(this.box, connectionId, row.token), version: row.version };
  }

  /** Lists the units and targets; expired credentials are renewed once. */
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
