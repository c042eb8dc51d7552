import { isFullDataSource, type DataSourceObjectResponse, type GetSelfResponse } from '@notionhq/client';
import { CredentialsOf, UnitDocument } from '@tributary/contracts';
import {
  Admission,
  CredentialsRefusedError,
  DestinationDirectory,
  HEALTHY,
  ListedTarget,
  ListedUnit,
  Listing,
} from '../destination-directory.port';
import { DestinationFailure } from '../destination.port';
import { WorkspaceClient } from './client';
import { fromCredentials, WorkspaceCredentials } from './workspace-access';

const PAGE_SIZE = 100;

/** The data sources that a workspace's user has shared with an integration. */
export class WorkspaceDirectory implements DestinationDirectory<'WORKSPACE'> {
  readonly oauth = null;

  constructor(private readonly client: WorkspaceClient) {}

  async admit({ accessToken }: CredentialsOf<'WORKSPACE'>): Promise<Admission> {
    const credentials: WorkspaceCredentials = { accessToken: accessToken.trim() };
    try {
      const make = { operation: 'read bot', writes: false } as const;
      const bot = await this.client.send({
        ...make,
        make: (notion) =>
          notion.request<GetSelfResponse>({ path: 'users/me', method: 'get', auth: credentials.accessToken }),
      });
      const name = bot.type === 'bot' && 'workspace_name' in bot.bot ? bot.bot.workspace_name : null;
      return {
        externalUserId: bot.id,
        credentials: JSON.stringify(credentials),
        facts: { workspace_name: name },
        requests: 1,
      };
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
    for (let cursor: string | undefined; ;) {
      const search = { filter: { property: 'object', value: 'data_source' }, page_size: PAGE_SIZE } as const;
      const answer = await this.client.send({
        operation: 'search data sources',
        writes: false,
        make: (notion) => notion.search({ auth, ...search, start_cursor: cursor }),
      });
      requests += 1;
      for (const result of answer.results)
        if (result.object === 'data_source' && isFullDataSource(result)) sources.push(result);
      if (!answer.has_more || answer.next_cursor === null) return { units: toUnits(sources), requests };
      cursor = answer.next_cursor;
    }
  }
}

/** By their databases; a database has the name of its first data source. */
function toUnits(sources: readonly DataSourceObjectResponse[]): ListedUnit<'WORKSPACE'>[] {
  const units = new Map<
    string,
    { document: UnitDocument<'WORKSPACE'>; targets: ListedTarget<'WORKSPACE'>[] }
  >();
  for (const source of sources) {
    if (source.parent.type !== 'database_id' || source.in_trash) continue;
    const { database_id: id } = source.parent;
    const name = source.title.map(({ plain_text: text }) => text).join('');
    const unit = units.get(id) ?? { document: databaseDocument(id, name, source.url), targets: [] };
    unit.targets.push({
      externalId: source.id,
      document: { workspace_id: source.id, name, health: HEALTHY },
    });
    units.set(id, unit);
  }
  return [...units].map(([externalId, unit]) => ({ externalId, ...unit }));
}

function databaseDocument(id: string, name: string, url: string): UnitDocument<'WORKSPACE'> {
  return { workspace_id: id, enabled: true, name, url, last_synced_at: new Date().toISOString() };
}
