import {
  isFullPage,
  type PageObjectResponse,
  type QueryDataSourceParameters,
  type UpdateDataSourceParameters,
} from '@notionhq/client';
import { UnitAccess } from '../destination.port';
import { fromCredentials } from '../http/token-credentials';
import { WorkspaceClient } from './client';
import { Property, WrittenValues } from './properties';

export type Query = Pick<
  QueryDataSourceParameters,
  'filter' | 'sorts' | 'start_cursor' | 'page_size' | 'in_trash'
>;

export interface QueriedPages {
  readonly pages: readonly PageObjectResponse[];
  readonly nextCursor: string | null;
  /** Whether more pages match than one query returns. */
  readonly incomplete: boolean;
}

/** A workspace, with the permission to make requests there, one per call. Methods throw `DestinationFailure`. */
export class WorkspaceAccess {
  private readonly auth: string;

  constructor(
    private readonly client: WorkspaceClient,
    private readonly access: UnitAccess,
  ) {
    this.auth = fromCredentials(access.unit.credentials).accessToken;
  }

  get connectionId(): number {
    return this.access.unit.connectionId;
  }

  async properties(dataSourceId: string): Promise<Property[]> {
    const source = await this.send('read properties', false, (notion) =>
      notion.dataSources.retrieve({ auth: this.auth, data_source_id: dataSourceId }),
    );
    return propertiesOf(source.properties);
  }

  /** Adds properties and returns all. Adding an existing property changes nothing, so it can be repeated. */
  async addProperties(
    dataSourceId: string,
    properties: UpdateDataSourceParameters['properties'],
  ): Promise<Property[]> {
    const source = await this.send('add properties', false, (notion) =>
      notion.dataSources.update({ auth: this.auth, data_source_id: dataSourceId, properties }),
    );
    return propertiesOf(source.properties);
  }

  async query(dataSourceId: string, query: Query): Promise<QueriedPages> {
    const answer = await this.send('query pages', false, (notion) =>
      notion.dataSources.query({ auth: this.auth, data_source_id: dataSourceId, ...query }),
    );
    return {
      pages: answer.results.filter(
        (result): result is PageObjectResponse => result.object === 'page' && isFullPage(result),
      ),
      nextCursor: answer.has_more ? answer.next_cursor : null,
      incomplete: answer.request_status?.type === 'incomplete',
    };
  }

  async page(pageId: string): Promise<PageObjectResponse | null> {
    const page = await this.send('read page', false, (notion) =>
      notion.pages.retrieve({ auth: this.auth, page_id: pageId }),
    );
    return isFullPage(page) ? page : null;
  }

  /** Returns the page's id. */
  async createPage(dataSourceId: string, properties: WrittenValues): Promise<string> {
    const page = await this.send('create page', true, (notion) =>
      notion.pages.create({
        auth: this.auth,
        parent: { type: 'data_source_id', data_source_id: dataSourceId },
        properties,
      }),
    );
    return page.id;
  }

  async changePage(
    pageId: string,
    change: { properties: WrittenValues } | { in_trash: true },
  ): Promise<void> {
    await this.send('change page', true, (notion) =>
      notion.pages.update({ auth: this.auth, page_id: pageId, ...change }),
    );
  }

  private async send<T>(
    operation: string,
    writes: boolean,
    make: Parameters<typeof this.client.send<T>>[0]['make'],
  ): Promise<T> {
    await this.access.permit();
    return this.client.send({ operation, writes, make });
  }
}

function propertiesOf(
  properties: Readonly<Record<string, { id: string; name: string; type?: string }>>,
): Property[] {
  return Object.values(properties).map(({ id, name, type = '' }) => ({ id, name, type }));
}
