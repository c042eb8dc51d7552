import type { UpdateDataSourceParameters } from '@notionhq/client';
import { isDeepStrictEqual } from 'node:util';
import { UnmappableTransactionError } from '../destination.port';
import { Property } from './properties';
import { KEY_PROPERTY, sameName, TITLE } from './transactions';
import { WorkspaceAccess } from './workspace-access';

/** The properties of a data source, by our names for them. */
export interface Schema {
  readonly properties: ReadonlyMap<string, Property>;
  /** Whether the schema was just read and does not come from the cache. */
  readonly isFresh: boolean;
}

/** Cached schemas are read again after this time, to see properties that the user adds or renames. */
const KNOWN_FOR_MS = 300_000;
const KEY_START = 'trb:';

/** Cache of data sources' schemas, so that writing a page takes one request instead of two. */
export class Schemas {
  private readonly known = new Map<string, { readonly schema: Schema; readonly until: number }>();

  /** @throws DestinationFailure */
  async of(access: WorkspaceAccess, dataSourceId: string): Promise<Schema> {
    return this.knownOf(access, dataSourceId) ?? this.read(access, dataSourceId);
  }

  /**
   * Returns the schema with these properties, and creates those that are missing.
   * @throws DestinationFailure, UnmappableTransactionError
   */
  async with(access: WorkspaceAccess, dataSourceId: string, wanted: WantedTypes): Promise<Schema> {
    let schema = this.knownOf(access, dataSourceId) ?? (await this.read(access, dataSourceId));
    if (missingIn(schema, wanted).length > 0) {
      if (!schema.isFresh) schema = await this.read(access, dataSourceId); // the user may have created it meanwhile
      const missing = missingIn(schema, wanted);
      if (missing.length > 0) schema = await this.add(access, dataSourceId, missing);
    }
    for (const [name, types] of Object.entries(wanted)) checkType(schema, name, types);
    return schema;
  }

  /**
   * Reads the properties again after a refused request, and returns whether they differ from the cached ones: only then
   * can the same page be accepted.
   * @throws DestinationFailure
   */
  async haveChanged(access: WorkspaceAccess, dataSourceId: string): Promise<boolean> {
    const before = this.knownOf(access, dataSourceId);
    const now = await this.read(access, dataSourceId);
    return before !== null && !isDeepStrictEqual(before.properties, now.properties);
  }

  /** Drops a cached schema that proved to be outdated. */
  forget(access: WorkspaceAccess, dataSourceId: string): void {
    this.known.delete(this.keyOf(access, dataSourceId));
  }

  private knownOf(access: WorkspaceAccess, dataSourceId: string): Schema | null {
    const known = this.known.get(this.keyOf(access, dataSourceId));
    return known && known.until > Date.now() ? known.schema : null;
  }

  private async read(access: WorkspaceAccess, dataSourceId: string): Promise<Schema> {
    const properties = await access.properties(dataSourceId);
    return this.keep(access, dataSourceId, await withRenamedKey(access, dataSourceId, properties));
  }

  private async add(
    access: WorkspaceAccess,
    dataSourceId: string,
    missing: readonly [string, string][],
  ): Promise<Schema> {
    const properties = Object.fromEntries(missing.map(([name, type]) => [name, { [type]: {} }]));
    const all = await access.addProperties(
      dataSourceId,
      properties as UpdateDataSourceParameters['properties'],
    );
    return this.keep(access, dataSourceId, all);
  }

  private keep(access: WorkspaceAccess, dataSourceId: string, properties: readonly Property[]): Schema {
    const schema = { properties: new Map(properties.map((property) => [ourName(property), property])) };
    const kept = { schema: { ...schema, isFresh: false }, until: Date.now() + KNOWN_FOR_MS };
    this.known.set(this.keyOf(access, dataSourceId), kept);
    return { ...schema, isFresh: true };
  }

  private keyOf({ connectionId }: WorkspaceAccess, dataSourceId: string): string {
    return `${connectionId}/${dataSourceId}`;
  }
}

/** The types that a property may have, by its name; a new property gets the first. */
export type WantedTypes = Readonly<Record<string, readonly string[] | null>>;

/** Finds a property by its name, ignoring case. */
export function propertyOf({ properties }: Schema, name: string): Property | undefined {
  return properties.get(sameName(name));
}

/** The title property has our name, because every data source has one under a name of the user's choice. */
function ourName({ type, name }: Property): string {
  return sameName(type === 'title' ? TITLE : name);
}

/** If no property has the key's name, the user has renamed it: the property that contains our keys takes its role. */
async function withRenamedKey(
  access: WorkspaceAccess,
  dataSourceId: string,
  properties: readonly Property[],
): Promise<readonly Property[]> {
  if (properties.some(({ name }) => sameName(name) === sameName(KEY_PROPERTY))) return properties;
  for (const property of properties.filter(({ type }) => type === 'rich_text')) {
    const filter = { property: property.id, rich_text: { starts_with: KEY_START } };
    const { pages } = await access.query(dataSourceId, { filter, page_size: 1 });
    if (pages.length > 0)
      return properties.map((one) => (one === property ? { ...one, name: KEY_PROPERTY } : one));
  }
  return properties;
}

function missingIn(schema: Schema, wanted: WantedTypes): [string, string][] {
  return Object.entries(wanted).flatMap(([name, types]): [string, string][] =>
    propertyOf(schema, name) ? [] : [[name, types?.[0] ?? 'rich_text']],
  );
}

function checkType(schema: Schema, name: string, types: readonly string[] | null): void {
  const property = propertyOf(schema, name);
  if (!property) {
    throw new UnmappableTransactionError(
      `Notion makes no property of the name "${name}": give it another name in the rule.`,
    );
  }
  if (types === null || types.includes(property.type)) return;
  throw new UnmappableTransactionError(
    `The property "${property.name}" is of type ${property.type}, and must be of type ${types.join(' or ')}.`,
  );
}
