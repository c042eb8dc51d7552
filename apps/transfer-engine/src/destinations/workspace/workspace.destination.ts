import {
  BalanceSnapshot,
  ChangedRow,
  Destination,
  DestinationFailure,
  FoundRow,
  NewRow,
  Pace,
  UnitAccess,
  RowOutcome,
  Search,
  SentRow,
  UnmappableTransactionError,
} from '../destination.port';
import { AuthorizationServer } from '../http/authorization-server';
import { FieldChange } from '../mapping/field-changes';
import { renewal } from '../http/token-credentials';
import { TransferContent } from '../transfer-content';
import { WorkspaceClient } from './client';
import { WorkspaceConfig } from './config';
import { IN_TRASH } from './errors';
import { findPages } from './found-pages';
import { readText, WrittenValues, writtenValue } from './properties';
import { propertyOf, Schema, Schemas, WantedTypes } from './schema';
import {
  alteration,
  BALANCE_PROPERTY_TYPES,
  changedTexts,
  expectedContent,
  isRulesOwn,
  KEY_PROPERTY,
  PROPERTY_TYPES,
  Texts,
  TITLE,
  toBalanceTexts,
  toTexts,
} from './transactions';
import { WorkspaceAccess } from './workspace-access';

/** A turn of this many pages lasts about half a minute at the usual pace. */
const PAGES_MAX = 100;
const SECOND_MS = 1000;

/**
 * Transactions as pages of data sources, one request each. Notion accepts a key twice, so after an unknown result the
 * dispatcher looks the key up before it creates the page again.
 */
export class WorkspaceDestination implements Destination {
  readonly pace: Pace;
  readonly refusesKnownKeys = false;
  readonly expected = expectedContent;
  /** Only where users grant access by a link. */
  readonly renew?: (credentials: string) => Promise<string>;
  private readonly schemas = new Schemas();

  constructor(
    private readonly client: WorkspaceClient,
    config: WorkspaceConfig,
    server: AuthorizationServer | null = null,
  ) {
    if (server) this.renew = renewal('WORKSPACE', server);
    this.pace = {
      rowsMax: PAGES_MAX,
      rowsPerRequest: { create: 1, update: 1, delete: 1 },
      windows: [{ requests: config.requestsPerSecond, windowMs: SECOND_MS }],
    };
  }

  create(to: UnitAccess, [row]: readonly NewRow[]): Promise<RowOutcome[]> {
    if (!row) return Promise.resolve([]);
    const dataSourceId = row.targetExternalId;
    return this.written(to, dataSourceId, async (access) => {
      const texts = toTexts(row.content);
      const schema = await this.schemas.with(access, dataSourceId, wantedFor(texts.keys()));
      const id = await access.createPage(dataSourceId, valuesOf(schema, [...texts, [KEY_PROPERTY, row.key]]));
      return { kind: 'done', destinationId: id, ...noteOf(row.content) };
    });
  }

  update(to: UnitAccess, [row]: readonly ChangedRow[]): Promise<RowOutcome[]> {
    if (!row) return Promise.resolve([]);
    const { destinationId, targetExternalId } = row;
    return this.written(to, targetExternalId, async (access) => {
      const changes = changedTexts(row);
      const schema = await this.schemas.with(
        access,
        targetExternalId,
        wantedFor(changes.map(({ name }) => name)),
      );
      const kept = await changedByHand(access, schema, destinationId, changes);
      const texts = changes
        .filter(({ name }) => !kept.has(name))
        .map(({ name, after }) => [name, after] as const);
      if (texts.length === 0) return { kind: 'done', destinationId };
      const outcome = await changeOf(access, destinationId, { properties: valuesOf(schema, texts) });
      return outcome.kind === 'done' ? { ...outcome, ...noteOf(row.wanted) } : outcome;
    });
  }

  async delete(to: UnitAccess, [row]: readonly SentRow[]): Promise<RowOutcome[]> {
    if (!row) return [];
    return [await changeOf(this.access(to), row.destinationId, { in_trash: true })];
  }

  find(to: UnitAccess, search: Search): Promise<FoundRow[]> {
    return findPages(this.access(to), this.schemas, search);
  }

  mapsToChange(row: ChangedRow): boolean {
    return changedTexts(row).length > 0;
  }

  /** Writes a page in the same data source that has a balance and no amount. */
  async writeBalance(to: UnitAccess, snapshot: BalanceSnapshot): Promise<RowOutcome> {
    const { targetExternalId: dataSourceId, key } = snapshot;
    const [outcome] = await this.written(to, dataSourceId, async (access) => {
      const schema = await this.schemas.with(access, dataSourceId, BALANCE_PROPERTY_TYPES);
      const filter = { property: propertyOf(schema, KEY_PROPERTY)?.id ?? '', rich_text: { equals: key } };
      const { pages } = await access.query(dataSourceId, { filter, page_size: 1 });
      const texts: Texts = new Map([...toBalanceTexts(snapshot), [KEY_PROPERTY, key]]);
      const id = pages[0]?.id ?? (await access.createPage(dataSourceId, valuesOf(schema, texts)));
      return { kind: 'done', destinationId: id };
    });
    return outcome ?? { kind: 'unknown' };
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  /**
   * Writes one page. After a refusal the user may have changed the data source's properties; then the page is written
   * again with the present ones. Otherwise the content was refused and would be refused again.
   */
  private async written(
    to: UnitAccess,
    dataSourceId: string,
    write: (access: WorkspaceAccess) => Promise<RowOutcome>,
  ): Promise<RowOutcome[]> {
    const access = this.access(to);
    try {
      return [await outcomeOf(() => write(access))];
    } catch (error) {
      if (!(error instanceof DestinationFailure) || error.detail.kind !== 'refused') throw error;
      if (!(await this.schemas.haveChanged(access, dataSourceId))) throw error;
      return [await outcomeOf(() => write(access))];
    }
  }

  private access(to: UnitAccess): WorkspaceAccess {
    return new WorkspaceAccess(this.client, to);
  }
}

/** How the page differs from the transaction, for the transfer's log. */
function noteOf(content: TransferContent): { readonly note?: string } {
  const note = alteration(content);
  return note === null ? {} : { note };
}

async function outcomeOf(write: () => Promise<RowOutcome>): Promise<RowOutcome> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof UnmappableTransactionError) return { kind: 'rejected', reason: error.message };
    throw error;
  }
}

async function changeOf(
  access: WorkspaceAccess,
  destinationId: string,
  change: Parameters<WorkspaceAccess['changePage']>[1],
): Promise<RowOutcome> {
  try {
    await access.changePage(destinationId, change);
    return { kind: 'done', destinationId };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    throw error;
  }
}

/**
 * Returns whether the page is gone: one in the trash cannot be changed, one that was deleted permanently is not found.
 */
function isGone(error: unknown): boolean {
  if (!(error instanceof DestinationFailure)) return false;
  const { detail } = error;
  if (!('reason' in detail) || detail.reason === IN_TRASH) return false;
  return (
    detail.kind === 'target-gone' ||
    (detail.kind === 'refused' && /archived|in the trash/i.test(detail.reason))
  );
}

/** Our properties must have one of their types; a property that only a rule names may have any type. */
function wantedFor(names: Iterable<string>): WantedTypes {
  const own = [...names].filter(isRulesOwn).map((name) => [name, null] as const);
  return { ...PROPERTY_TYPES, ...Object.fromEntries(own) };
}

/** Maps texts to values by the properties' ids, which survive renaming. @throws UnmappableTransactionError */
function valuesOf(schema: Schema, texts: Iterable<readonly [string, string]>): WrittenValues {
  return Object.fromEntries(
    [...texts].map(([name, text]) => {
      const property = propertyOf(schema, name);
      if (!property) throw new UnmappableTransactionError(`There is no property "${name}".`);
      if (property.type === 'title' && name !== TITLE) {
        throw new UnmappableTransactionError(`A rule sets the page’s title by the name "${TITLE}".`);
      }
      return [property.id, writtenValue(property, text)];
    }),
  );
}

/**
 * Returns the properties named by rules that the user changed: their values equal neither the sent nor the wanted ones.
 */
async function changedByHand(
  access: WorkspaceAccess,
  schema: Schema,
  pageId: string,
  changes: readonly FieldChange<string>[],
): Promise<ReadonlySet<string>> {
  const toCheck = changes.filter(({ name, before }) => isRulesOwn(name) && before !== null);
  if (toCheck.length === 0) return new Set();
  const page = await access.page(pageId);
  const values = new Map(Object.values(page?.properties ?? {}).map((value) => [value.id, value]));
  return new Set(
    toCheck.flatMap(({ name, before, after }) => {
      const held = readText(values.get(propertyOf(schema, name)?.id ?? ''));
      return held === null || held === before || held === after ? [] : [name];
    }),
  );
}
