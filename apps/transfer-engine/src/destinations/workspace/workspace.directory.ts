import { isFullDataSource, type DataSourceObjectResponse, type GetSelfResponse } from '@notionhq/client';
import { CredentialsOf, UnitDocument } from '@tributary/contracts';
import { inTurns } from '@tributary/outbound';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  DestinationOAuth,
  HEALTHY,
  ListedTarget,
  ListedUnit,
  Listing,
} from '../destination-directory.port';
import { AuthorizationServer } from '../http/authorization-server';
import { LISTED_MAX } from '../bounded-directory';
import { DestinationFailure } from '../destination.port';
import { fromCredentials, toCredentials, TokenCredentials } from '../http/token-credentials';
import { WorkspaceClient } from './client';
import { partsOf } from './parts-of-list';

const PAGE_SIZE = 100;

/**
 * Directory of the data sources that a user has shared with an integration: with ours by a link, or with the user's own
 * by its secret.
 */
export class WorkspaceDirectory implements DestinationDirectory<'WORKSPACE'> {
  readonly oauth: DestinationOAuth | null;

  constructor(
    private readonly client: WorkspaceClient,
    server: AuthorizationServer | null,
  ) {
    this.oauth = server && {
      authorizationUrl: (request) => server.authorizationUrl(request),
      exchange: async (code, request) => this.admission(await server.exchange(code, request)),
    };
  }

  async admit({ accessToken }: CredentialsOf<'WORKSPACE'>): Promise<Admission> {
    try {
      return await this.admission({ accessToken: accessToken.trim(), refreshToken: null });
    } catch (error) {
      if (!(error instanceof DestinationFailure) || error.detail.kind !== 'unauthorized') throw error;
      const reason = 'The access_token is not valid: it must be the secret of an internal integration.';
      throw new CredentialsRefusedError({ access_token: [reason] }, { cause: error });
    }
  }

  async list(credentials: string): Promise<Listing<'WORKSPACE'>> {
    const { accessToken: auth } = fromCredentials(credentials);
    const sources: DataSourceObjectResponse[] = [];
    let requests = 0;
    for await (const { results } of partsOf((cursor) => this.search(auth, cursor))) {
      requests += 1;
      await inTurns(results, (result) => {
        if (result.object === 'data_source' && isFullDataSource(result)) sources.push(result);
      });
      if (sources.length > LISTED_MAX.places) break; // a longer listing is refused as a whole
    }
    return { units: await toUnits(sources), requests };
  }

  private async search(auth: string, cursor: string | undefined) {
    const filter = { property: 'object', value: 'data_source' } as const;
    const answer = await this.client.send({
      operation: 'search data sources',
      writes: false,
      make: (notion) => notion.search({ auth, filter, page_size: PAGE_SIZE, start_cursor: cursor }),
    });
    return { results: answer.results, nextCursor: answer.has_more ? answer.next_cursor : null };
  }

  /** A bot is one integration in one workspace; connecting it again renews the connection. */
  private async admission(credentials: TokenCredentials): Promise<Admission> {
    const bot = await this.client.send({
      operation: 'read bot',
      writes: false,
      make: (notion) =>
        notion.request<GetSelfResponse>({ path: 'users/me', method: 'get', auth: credentials.accessToken }),
    });
    const name = bot.type === 'bot' && 'workspace_name' in bot.bot ? bot.bot.workspace_name : null;
    return {
      externalUserId: bot.id,
      credentials: toCredentials(credentials),
      facts: { workspace_name: name },
      requests: 1,
    };
  }
}

/** Groups data sources by database; a database gets the name of its first data source. */
async function toUnits(sources: readonly DataSourceObjectResponse[]): Promise<ListedUnit<'WORKSPACE'>[]> {
  const units = new Map<
    string,
    { document: UnitDocument<'WORKSPACE'>; targets: ListedTarget<'WORKSPACE'>[] }
  >();
  await inTurns(sources, (source) => {
    if (source.parent.type !== 'database_id' || source.in_trash) return;
    const { database_id: id } = source.parent;
    const name = source.title.map(({ plain_text: text }) => text).join('');
    const unit = units.get(id) ?? { document: databaseDocument(id, name, source.url), targets: [] };
    unit.targets.push({
      externalId: source.id,
      document: { workspace_id: source.id, name, health: HEALTHY },
    });
    units.set(id, unit);
  });
  return [...units].map(([externalId, unit]) => ({ externalId, ...unit }));
}

function databaseDocument(id: string, name: string, url: string): UnitDocument<'WORKSPACE'> {
  return { workspace_id: id, enabled: true, name, url, last_synced_at: new Date().toISOString() };
}
