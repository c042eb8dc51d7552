import { CredentialsOf } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  DestinationOAuth,
  Listing,
} from '../destination-directory.port';
import { AuthorizationServer } from '../authorization-server';
import { fromCredentials, toCredentials, TokenCredentials } from '../token-credentials';
import { BudgetaClient } from './client';
import { readBudgets, readUserId } from './resources';

/** Who a BUDGETA user is, and their budgets. Users grant access by a link, or bring a personal access token. */
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

/** What can travel in a header at all: visible ASCII, no spaces. */
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
