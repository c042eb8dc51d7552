import { CredentialsOf } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  DestinationOAuth,
  Listing,
} from '../destination-directory.port';
import { AuthorizationServer } from '../http/authorization-server';
import { fromCredentials, toCredentials, TokenCredentials } from '../http/token-credentials';
import { BudgetaClient } from './client';
import { readBudgets, readUserId } from './resources';

/** Reads a BUDGETA user's id and budgets. Users grant access by a link or enter a personal access token. */
export class BudgetaDirectory implements DestinationDirectory<'BUDGETA'> {
  readonly oauth: DestinationOAuth | null;

  constructor(
    private readonly client: BudgetaClient,
    server: AuthorizationServer | null,
  ) {
    this.oauth = server && this.grants(server);
  }

  async admit({ accessToken }: CredentialsOf<'BUDGETA'>): Promise<Admission> {
    if (!isHeaderValue(accessToken)) {
      throw new CredentialsRefusedError({ access_token: ['The access_token is not one of BUDGETA.'] });
    }
    return this.admission({ accessToken, refreshToken: null });
  }

  async list(credentials: string): Promise<Listing<'BUDGETA'>> {
    return { units: await readBudgets(this.client, fromCredentials(credentials).accessToken), requests: 1 };
  }

  private grants(server: AuthorizationServer): DestinationOAuth {
    return {
      authorizationUrl: (request) => server.authorizationUrl(request),
      exchange: async (code, request) => this.admission(await server.exchange(code, request)),
    };
  }

  private async admission(credentials: TokenCredentials): Promise<Admission> {
    const externalUserId = await readUserId(this.client, credentials.accessToken);
    return { externalUserId, credentials: toCredentials(credentials), facts: {}, requests: 1 };
  }
}

/** Returns whether the text can be the value of a header: visible ASCII without spaces. */
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
