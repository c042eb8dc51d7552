import { randomUUID } from 'node:crypto';
import { type OAuthApplication, OAuthServer } from '../oauth/oauth-server';
import { Company, type CompanySetting } from '../state/company';
import { stableUuid } from '../state/stable-ids';
import { DataSource, newProperty, type Page } from './data-source';
import { archivedAncestor, notFound, validationError } from './problem';
import { valueOf, type Property, type PropertyValue } from './properties';

/** Lets through so many requests a second on average, and short bursts above it. */
class RequestPace {
  private readonly buckets = new Map<string, { tokens: number; atMs: number }>();

  constructor(
    public perSecond: number,
    private readonly now: () => number,
  ) {}

  /** Seconds to wait, as `Retry-After` names them; null where the request may pass. */
  take(client: string): number | null {
    const burst = Math.max(1, this.perSecond * 3);
    const known = this.buckets.get(client) ?? { tokens: burst, atMs: this.now() };
    const refilled = known.tokens + ((this.now() - known.atMs) / 1000) * this.perSecond;
    const tokens = Math.min(burst, refilled);
    const passes = tokens >= 1;
    this.buckets.set(client, { tokens: passes ? tokens - 1 : tokens, atMs: this.now() });
    return passes ? null : Math.max(1, Math.ceil((1 - tokens) / this.perSecond));
  }
}

export interface WorkspaceSetting extends CompanySetting {
  /** The secret of the internal integration. */
  readonly token: string;
  /** The public integration. */
  readonly application: OAuthApplication;
  readonly requestsPerSecond?: number;
}

const REQUESTS_PER_SECOND = 3;
/** Notion does not publish how long its tokens last. */
const OAUTH_BEHAVIOUR = { accessMs: 3_600_000, rotates: true };

export const BOT_ID = stableUuid('workspace/bot');
export const PERSON_ID = stableUuid('workspace/person');
export const MONEY_DATABASE_ID = stableUuid('workspace/database/money');

/** The bot of the public integration where the user granted it access. */
export function botIdOf(login: string): string {
  return stableUuid(`workspace/bot/${login}`);
}

interface NewDatabase {
  readonly id: string;
  readonly title: string;
  readonly shared: boolean;
}

/** The memory of Notion, replayed at the start. */
export class WorkspaceState extends Company {
  readonly oauth = new OAuthServer(this.setting.application, this.now, OAUTH_BEHAVIOUR, this.store);
  readonly pace = new RequestPace(this.setting.requestsPerSecond ?? REQUESTS_PER_SECOND, this.now);
  readonly dataSources = new Map<string, DataSource>();
  readonly workspaceId = stableUuid('workspace');
  requests = 0;
  /** Delay in milliseconds after which a query finds a written page. */
  queryLagMs = 0;
  private readonly created = this.store.event<NewDatabase, DataSource>('database', (event) =>
    this.addDatabase(event),
  );
  private readonly changedSchema = this.store.event<{ dataSource: string; properties: readonly Property[] }>(
    'schema',
    ({ dataSource, properties }) => {
      const source = this.dataSources.get(dataSource);
      if (source) source.properties = properties;
    },
  );
  private readonly saved = this.store.event<{ page: Page }>('page', ({ page }) => {
    this.dataSources.get(page.dataSourceId)?.pages.set(page.id, page);
  });

  constructor(private readonly setting: WorkspaceSetting) {
    super('workspace', setting);
    this.addDatabase({ id: MONEY_DATABASE_ID, title: 'Money', shared: true });
    this.store.replay();
  }

  /** Returns the bot of a valid token. Each authorization of a user has a different bot. */
  botOf(token: string): string | undefined {
    if (token === this.setting.token) return BOT_ID;
    const login = this.oauth.loginOf(token);
    return login === undefined ? undefined : botIdOf(login);
  }

  /** @throws Problem 404 where there is none that is shared */
  dataSource(id: string): DataSource {
    const source = this.dataSources.get(id);
    if (!source?.shared) throw notFound('data_source', id);
    return source;
  }

  /** @throws Problem */
  page(id: string): { page: Page; source: DataSource } {
    for (const source of this.dataSources.values()) {
      const page = source.pages.get(id);
      if (page && source.shared) return { page, source };
    }
    throw notFound('page', id);
  }

  createDatabase(title: string, shared: boolean): DataSource {
    const id = stableUuid(`workspace/database/${this.dataSources.size}/${title}`);
    return this.created({ id, title, shared });
  }

  /** @throws Problem */
  changeSchema(source: DataSource, change: Readonly<Record<string, unknown>>): void {
    this.changedSchema({ dataSource: source.id, properties: source.changedProperties(change) });
  }

  /** @throws Problem */
  createPage(source: DataSource, properties: Readonly<Record<string, unknown>>, by: string): Page {
    if (source.inTrash) throw archivedAncestor();
    const time = this.time();
    return this.save({
      id: randomUUID(),
      dataSourceId: source.id,
      createdTime: time,
      lastEditedTime: time,
      createdBy: by,
      lastEditedBy: by,
      inTrash: false,
      values: this.values(source, properties),
    });
  }

  /** Changes properties, or moves the page into the trash or out of it. @throws Problem */
  changePage(id: string, change: { properties?: unknown; inTrash?: boolean | undefined }, by: string): Page {
    const { page, source } = this.page(id);
    if (source.inTrash) throw archivedAncestor();
    const inTrash = change.inTrash ?? page.inTrash;
    const properties = (change.properties ?? {}) as Record<string, unknown>;
    if (page.inTrash && inTrash && Object.keys(properties).length > 0) {
      throw validationError(
        "Can't edit block that is archived. You must unarchive the block before editing.",
      );
    }
    const values = { ...page.values, ...this.values(source, properties) };
    return this.save({ ...page, values, inTrash, lastEditedTime: this.time(), lastEditedBy: by });
  }

  /** The newest edit that a query knows of. */
  knownUntil(): string {
    return this.queryLagMs === 0 ? '9' : new Date(this.clock.now() - this.queryLagMs).toISOString();
  }

  private values(
    source: DataSource,
    written: Readonly<Record<string, unknown>>,
  ): Record<string, PropertyValue> {
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => {
        const property = source.property(name);
        if (!property) throw validationError(`${name} is not a property that exists.`);
        return [property.id, valueOf(property, value)];
      }),
    );
  }

  private save(page: Page): Page {
    this.saved({ page });
    return page;
  }

  private addDatabase({ id, title, shared }: NewDatabase): DataSource {
    const sourceId = stableUuid(`workspace/data-source/${id}`);
    const name: Property = { id: 'title', name: 'Name', type: 'title' };
    const tags = newProperty('note', 'Notes', { rich_text: {} });
    const source = new DataSource(sourceId, id, title, [name, tags], shared);
    this.dataSources.set(sourceId, source);
    return source;
  }

  private time(): string {
    return new Date(this.clock.now()).toISOString();
  }
}
