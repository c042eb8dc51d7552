import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, StartDestinationAuthorization } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { authorNow } from '@tributary/service';
import { connectionResource, ConnectionRow } from '../destinations/connections';
import { CredentialsRefusedError, DestinationOAuth, Given } from '../destinations/destination-directory.port';
import { changedDestination, destinationUpserted, toResource } from '../destinations/destination-rows';
import { Destinations } from '../destinations/destinations';
import { beginSetup, newSecret, stateHashOf } from './authorization-setups';
import { beginConnection } from './granted-connections';
import { lockOwnConnection } from './own-connection';

type Command = ReceivedCommand<typeof StartDestinationAuthorization>;

/** Creates the link where the user grants access; until then an existing connection stays unchanged. */
@Controller()
export class StartAuthorizationHandler {
  constructor(
    @Inject(Destinations) private readonly destinations: Destinations,
    @Inject(SecretBox) private readonly box: SecretBox,
  ) {}

  @OnCommand(StartDestinationAuthorization)
  async start(command: Command, tx: Tx): Promise<CommandResult<typeof StartDestinationAuthorization>> {
    const { redirectUrl, callbackUrl, destinationType, given: typed = null } = command.payload;
    checkRoute(redirectUrl, callbackUrl);
    const oauth = this.oauthOf(command);
    const given = accepted(oauth, typed ?? (command.payload.connectionId === null ? {} : null));
    const connection = await connectionFor(tx, command);
    const [state, codeVerifier] = [newSecret(), newSecret()];
    const setup = { connectionId: connection.id, state, codeVerifier, redirectUrl, callbackUrl, given };
    await beginSetup(tx, this.box, setup);
    const link = oauth.authorizationUrl({ state, codeVerifier, redirectUri: callbackUrl });
    const owner = { userId: connection.user_id, connectionId: connection.id, destinationType };
    const resources = [toResource('CONNECTION', connectionResource(connection))];
    await appendToOutbox(tx, destinationUpserted(owner, resources));
    return { destination: changedDestination(owner, resources), link, stateHash: stateHashOf(state) };
  }

  private oauthOf({ payload: { destinationType } }: Command): DestinationOAuth {
    const { oauth } = this.destinations.directoryOf(destinationType);
    if (oauth) return oauth;
    throw Problem.conflict(
      `Access to ${destinationType} cannot be granted by a link in this installation: connect with credentials.`,
    );
  }
}

/** What is kept of what the user typed. @throws Problem */
function accepted(oauth: DestinationOAuth, typed: Given | null): Given | null {
  if (!oauth.accept || typed === null) return null;
  try {
    return oauth.accept(typed);
  } catch (error) {
    if (error instanceof CredentialsRefusedError) throw Problem.invalid(error.errors);
    throw error;
  }
}

async function connectionFor(tx: Tx, { caller, payload }: Command): Promise<ConnectionRow> {
  const { connectionId, destinationType, name } = payload;
  if (connectionId === null) {
    return beginConnection(tx, caller.userId, destinationType, name, await authorNow(tx, caller));
  }
  return lockOwnConnection(tx, caller, { destinationType, connectionId }, 'drives');
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
