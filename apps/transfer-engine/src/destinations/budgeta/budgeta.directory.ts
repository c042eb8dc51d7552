import { CredentialsOf } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  DestinationOAuth,
  ListedCategory,
  ListedUnit,
  Listing,
} from '../destination-directory.port';
import { DestinationFailure } from '../destination.port';
import { AuthorizationServer } from '../http/authorization-server';
import { fromCredentials, toCredentials, TokenCredentials } from '../http/token-credentials';
import { BudgetaClient } from './client';
import { readBudgets, readCategories, readUserId } from './resources';

/** A request for each; more would use up the requests of an hour that transfers need. */
const BUDGETS_WITH_CATEGORIES_MAX = 20;

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
    const { accessToken } = fromCredentials(credentials);
    const budgets = await readBudgets(this.client, accessToken);
    return this.withCategories(budgets, accessToken);
  }

  /** Reads them one budget after another. After a failure the others keep the categories that are known of them. */
  private async withCategories(
    budgets: readonly ListedUnit<'BUDGETA'>[],
    accessToken: string,
  ): Promise<Listing<'BUDGETA'>> {
    const units: ListedUnit<'BUDGETA'>[] = [];
    let requests = 1;
    for (const budget of budgets.slice(0, BUDGETS_WITH_CATEGORIES_MAX)) {
      requests += 1;
      const categories = await unlessFailed(readCategories(this.client, accessToken, budget.externalId));
      if (categories === null) break;
      units.push({ ...budget, categories });
    }
    return { units: [...units, ...budgets.slice(units.length)], requests };
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

/** Null if BUDGETA did not answer: the budgets themselves were read, and categories are read again next time. */
async function unlessFailed(reading: Promise<ListedCategory[]>): Promise<ListedCategory[] | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DestinationFailure) return null;
    throw error;
  }
}

/** Returns whether the text can be the value of a header: visible ASCII without spaces. */
function isHeaderValue(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
