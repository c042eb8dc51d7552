import { CredentialsOf } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  DestinationOAuth,
  Listing,
} from '../destination-directory.port';
import { BudgetaClient } from './client';
import { BudgetaCredentials, fromCredentials, toCredentials } from './credentials';
import { BudgetaOAuth } from './oauth';
import { readBudgets, readUserId } from './resources';

/** Who a BUDGETA user is, and their budgets. Users grant access by a link, or bring a personal access token. */
export class BudgetaDirectory implements DestinationDirectory<'BUDGETA'> {
  readonly oauth: DestinationOAuth | null;

  constructor(
    private readonly client: BudgetaClient,
    oauth: BudgetaOAuth | null,
  ) {
    this.oauth = oauth && this.grants(oauth);
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

  private grants(oauth: BudgetaOAuth): DestinationOAuth {
    return {
      authorizationUrl: (request) => oauth.authorizationUrl(request),
      exchange: async (code, { redirectUri, codeVerifier }) =>
        this.admission(await oauth.exchange(code, redirectUri, codeVerifier)),
    };
  }

  private async admission(credentials: BudgetaCredentials): Promise<Admission> {
    const externalUserId = await readUserId(this.client, credentials.accessToken);
    return { externalUserId, credentials: toCredentials(credentials), facts: {}, requests: 1 };
  }
}

/** What can travel in a header at all: visible ASCII, no spaces. */
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
