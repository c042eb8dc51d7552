import { Controller, Inject } from '@nestjs/common';
import {
  AuthorizationOutcome,
  ChangedDestination,
  CommandResult,
  CompleteDestinationAuthorization,
  Problem,
} from '@tributary/contracts';
import { appendToOutbox, type Commit, OnCommandCallingOut, ReceivedCommand } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { connectionResource, readCredentials } from '../connections';
import { lockConnection, lockConnectionOf } from '../connections.store';
import { Admission, CredentialsRefusedError, Listing } from '../../destination-directory.port';
import { changedDestination, destinationUpserted, toResource } from '../resources/destination-rows';
import { DestinationFailure } from '../../destination.port';
import { Destinations } from '../../destinations';
import { AuthorizationSetup, endSetup, findConsumedSetup, consumeSetup } from './authorization-setups.store';
import { forgetConnection, grant } from '../granted-connections';
import { LinksOfConnections } from '../links.port';
import { saveRead } from '../resources/save-read';

type Command = ReceivedCommand<typeof CompleteDestinationAuthorization>;
type Result = CommandResult<typeof CompleteDestinationAuthorization>;

interface Granted {
  readonly admission: Admission;
  readonly listing: Listing;
}

/**
 * Ends an authorization when a browser comes back. Only the browser in which the owner confirmed completes it. The code
 * of any other browser is not exchanged, so that no access to another user's data is created.
 */
@Controller()
export class CompleteAuthorizationHandler {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(LinksOfConnections) private readonly links: LinksOfConnections,
  ) {}

  @OnCommandCallingOut(CompleteDestinationAuthorization)
  async complete({ payload }: Command, commit: Commit): Promise<Result> {
    const { destinationType, state, callback, browserConfirmed } = payload;
    const setup = await consumeSetup(this.database, this.box, destinationType, state);
    if (!setup) return this.again(payload, commit);
    const granted = browserConfirmed === true ? await this.exchange(setup, callback) : 'REFUSED';
    return commit(async (tx) => {
      const { outcome, destinations, connectionId } =
        typeof granted === 'string' ? nothing(granted) : await this.take(tx, setup, granted);
      await endSetup(tx, setup.connectionId, state, outcome, connectionId);
      return { outcome, redirectUrl: setup.redirectUrl, destinations, connectionId };
    });
  }

  /** Returns the stored result when a page is loaded again, without another request to the destination. */
  private async again({ destinationType, state }: Command['payload'], commit: Commit): Promise<Result> {
    const ended = await findConsumedSetup(this.database, destinationType, state);
    if (!ended) throw Problem.notFound();
    return commit(async () => ({ ...ended, destinations: [] }));
  }

  private async exchange(
    setup: AuthorizationSetup,
    { code, error }: Readonly<Record<string, string>>,
  ): Promise<Granted | AuthorizationOutcome> {
    const directory = this.destinations.directoryOf(setup.type);
    if (!directory.oauth || error !== undefined || !code) return 'REFUSED';
    try {
      const { callbackUrl: redirectUri, codeVerifier, given } = setup;
      const present = await readCredentials(this.database, this.box, setup.connectionId);
      const request = { redirectUri, codeVerifier, given, present };
      const admission = await directory.oauth.exchange(code, request);
      return { admission, listing: await directory.list(admission.credentials) };
    } catch (failure) {
      if (failure instanceof CredentialsRefusedError) return 'REFUSED';
      if (failure instanceof DestinationFailure) return outcomeOf(failure);
      throw failure;
    }
  }

  private async take(
    tx: Tx,
    setup: AuthorizationSetup,
    { admission, listing }: Granted,
  ): Promise<{
    outcome: AuthorizationOutcome;
    destinations: ChangedDestination[];
    connectionId: number | null;
  }> {
    const own = await lockConnection(tx, setup.connectionId);
    if (!own) return nothing('CONFLICT'); // deleted meanwhile
    const known = await lockConnectionOf(tx, setup.userId, setup.type, admission.externalUserId);
    const isNew = own.external_user_id === null;
    // A connection belongs to one user of the destination: another user has other budgets.
    if (!isNew && own.external_user_id !== admission.externalUserId) return nothing('CONFLICT');
    const connectionId = known ?? own.id;
    const connection = await grant(tx, this.box, connectionId, admission);
    const requests = admission.requests + listing.requests;
    const destinations = [await saveRead(tx, this.links, connection, listing, requests)];
    if (isNew && connectionId !== own.id) destinations.push(await forget(tx, own.id));
    return { outcome: 'GIVEN', destinations, connectionId };
  }
}

function nothing(outcome: AuthorizationOutcome) {
  return { outcome, destinations: [], connectionId: null };
}

/**
 * Deletes the connection that was begun, because the user turned out to be connected already; the existing connection
 * was renewed.
 */
async function forget(tx: Tx, connectionId: number): Promise<ChangedDestination> {
  const row = await forgetConnection(tx, connectionId);
  const owner = { userId: row.user_id, connectionId, destinationType: row.destination_type };
  const resources = [toResource('CONNECTION', connectionResource(row))];
  await appendToOutbox(tx, destinationUpserted(owner, resources));
  return changedDestination(owner, resources);
}

function outcomeOf({ detail }: DestinationFailure): AuthorizationOutcome {
  switch (detail.kind) {
    case 'unauthorized':
    case 'refused':
    case 'target-gone':
      return 'REFUSED';
    case 'rate-limited':
    case 'unavailable':
    case 'outcome-unknown':
      return 'UNAVAILABLE';
  }
}
