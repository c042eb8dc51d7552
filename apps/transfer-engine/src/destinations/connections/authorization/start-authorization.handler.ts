import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, StartDestinationAuthorization } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { authorNow } from '@tributary/service';
import { randomBytes } from 'node:crypto';
import { connectionResource } from '../connections';
import { ConnectionRow } from '../connections.store';
import { CredentialsRefusedError, DestinationOAuth, Given } from '../../destination-directory.port';
import { changedDestination, destinationUpserted, toResource } from '../resources/destination-rows';
import { Destinations } from '../../destinations';
import { beginSetup, stateHashOf } from './authorization-setups.store';
import { beginConnection } from '../granted-connections';
import { OwnConnections } from '../own-connections';

type Command = ReceivedCommand<typeof StartDestinationAuthorization>;

/** Creates the link by which the user grants access; until then an existing connection is unchanged. */
@Controller()
export class StartAuthorizationHandler {
  constructor(
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(OwnConnections) private readonly connections: OwnConnections,
  ) {}

  @OnCommand(StartDestinationAuthorization)
  async start(command: Command, tx: Tx): Promise<CommandResult<typeof StartDestinationAuthorization>> {
    const { redirectUrl, callbackUrl, destinationType, given: typed = null } = command.payload;
    checkRoute(redirectUrl, callbackUrl);
    const oauth = this.oauthOf(command);
    const given = accepted(oauth, typed ?? (command.payload.connectionId === null ? {} : null));
    const connection = await this.connectionFor(command, tx);
    const [state, codeVerifier] = [newSecret(), newSecret()];
    const setup = { connectionId: connection.id, state, codeVerifier, redirectUrl, callbackUrl, given };
    await beginSetup(tx, this.box, setup);
    const link = oauth.authorizationUrl({ state, codeVerifier, redirectUri: callbackUrl });
    const owner = { userId: connection.user_id, connectionId: connection.id, destinationType };
    const resources = [toResource('CONNECTION', connectionResource(connection))];
    await appendToOutbox(tx, destinationUpserted(owner, resources));
    return { destination: changedDestination(owner, resources), link, stateHash: stateHashOf(state) };
  }

  private async connectionFor({ caller, payload }: Command, tx: Tx): Promise<ConnectionRow> {
    const { connectionId, destinationType, name } = payload;
    if (connectionId === null) {
      return beginConnection(tx, caller.userId, destinationType, name, await authorNow(tx, caller));
    }
    return this.connections.lock(tx, caller, { destinationType, connectionId }, 'drives');
  }

  private oauthOf({ payload: { destinationType } }: Command): DestinationOAuth {
    const { oauth } = this.destinations.directoryOf(destinationType);
    if (oauth) return oauth;
    throw Problem.conflict(
      `Access to ${destinationType} cannot be granted by a link in this installation: connect with credentials.`,
    );
  }
}

/**
 * 256 random bits: a state identifies one setup and authorizes nothing by itself. The format also fits PKCE's verifier.
 */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The part of the user's input that is stored. @throws Problem */
function accepted(oauth: DestinationOAuth, typed: Given | null): Given | null {
  if (!oauth.accept || typed === null) return null;
  try {
    return oauth.accept(typed);
  } catch (error) {
    if (error instanceof CredentialsRefusedError) throw Problem.invalid(error.errors);
    throw error;
  }
}

function checkRoute(redirectUrl: string, callbackUrl: string): void {
  if (!isWebAddress(redirectUrl)) {
    throw Problem.invalid({
      redirect_url: ['The redirect_url must be a web address (http or https) without a password in it.'],
    });
  }
  if (!isWebAddress(callbackUrl)) {
    throw Problem.invalid({ callback_url: ['The callback_url must be a web address.'] });
  }
}

function isWebAddress(text: string): boolean {
  if (text.length > 1024 || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}
