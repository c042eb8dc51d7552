import { addAll } from '@tributary/contracts';
import type { PageObjectResponse } from '@notionhq/client';
import { inTurns, mapInTurns } from '@tributary/outbound';
import { DestinationFailure, FoundRow, Search } from '../destination.port';
import { partsOf } from './parts-of-list';
import { readText } from './properties';
import { propertyOf, Schema, Schemas } from './schema';
import { BALANCE_PROPERTY, heldContent, KEY_PROPERTY, sameName } from './transactions';
import { Query, WorkspaceAccess } from './workspace-access';

const PAGE_SIZE = 100;
/** The most alternatives that Notion accepts in one filter. */
const KEYS_PER_QUERY = 100;
const EVER = '0001-01-01';

/** Finds the pages of the search; also trashed ones if they are searched by key or id. @throws DestinationFailure */
export async function findPages(
  access: WorkspaceAccess,
  schemas: Schemas,
  search: Search,
): Promise<FoundRow[]> {
  const { only, since } = search;
  const found: FoundRow[] = [];
  for (const dataSourceId of search.targetExternalIds) {
    const schema = await schemas.of(access, dataSourceId);
    const key = propertyOf(schema, KEY_PROPERTY);
    if (!key) continue; // the data source never had a page of ours
    const toRow = (page: PageObjectResponse) => foundRow(page, dataSourceId, schema);
    const pages =
      only === null
        ? await allPages(access, dataSourceId, schema, since)
        : await pagesOfKeys(access, dataSourceId, key.id, only.keys);
    addAll(found, (await mapInTurns(pages, toRow)).flat());
  }
  const ids = only?.destinationIds ?? [];
  for (const id of ids) addAll(found, await pageOfId(access, schemas, id));
  const isAllThere = ids.every((id) => found.some(({ destinationId }) => destinationId === id));
  if (!isAllThere) await makeSureOf(access, schemas, search.targetExternalIds);
  return found;
}

/**
 * Notion also returns "not found" for a page whose data source we may no longer access. Reading the data source throws
 * then, so that the page does not count as deleted.
 */
async function makeSureOf(
  access: WorkspaceAccess,
  schemas: Schemas,
  dataSourceIds: readonly string[],
): Promise<void> {
  for (const id of dataSourceIds) {
    schemas.forget(access, id);
    await schemas.of(access, id);
  }
}

async function pagesOfKeys(
  access: WorkspaceAccess,
  dataSourceId: string,
  keyId: string,
  keys: readonly string[],
): Promise<PageObjectResponse[]> {
  const pages: PageObjectResponse[] = [];
  for (let from = 0; from < keys.length; from += KEYS_PER_QUERY) {
    const part = keys.slice(from, from + KEYS_PER_QUERY);
    const filter = { or: part.map((key) => ({ property: keyId, rich_text: { equals: key } })) };
    const living = await queryAll(access, dataSourceId, { filter });
    addAll(pages, living);
    if (living.length < part.length)
      addAll(pages, await queryAll(access, dataSourceId, { filter, in_trash: true }));
  }
  return pages;
}

/**
 * Returns every page with a key. A query ends after ten thousand pages, so the next one starts at the last page's
 * creation time.
 */
async function allPages(
  access: WorkspaceAccess,
  dataSourceId: string,
  schema: Schema,
  since: string | null,
): Promise<PageObjectResponse[]> {
  const key = propertyOf(schema, KEY_PROPERTY);
  const date = propertyOf(schema, 'Date');
  const pages = new Map<string, PageObjectResponse>();
  for (let createdSince = EVER; ;) {
    const filter = {
      and: [
        { property: key?.id ?? '', rich_text: { is_not_empty: true as const } },
        ...(since !== null && date ? [{ property: date.id, date: { on_or_after: since } }] : []),
        ...(createdSince === EVER
          ? []
          : [{ timestamp: 'created_time' as const, created_time: { on_or_after: createdSince } }]),
      ],
    };
    const sorts = [{ timestamp: 'created_time' as const, direction: 'ascending' as const }];
    const before = pages.size;
    const { incomplete } = await walk(access, dataSourceId, { filter, sorts }, (page) =>
      pages.set(page.id, page),
    );
    if (!incomplete || pages.size === before) return [...pages.values()];
    createdSince = [...pages.values()].at(-1)?.created_time ?? EVER;
  }
}

async function queryAll(
  access: WorkspaceAccess,
  dataSourceId: string,
  query: Query,
): Promise<PageObjectResponse[]> {
  const pages: PageObjectResponse[] = [];
  await walk(access, dataSourceId, query, (page) => pages.push(page));
  return pages;
}

async function walk(
  access: WorkspaceAccess,
  dataSourceId: string,
  query: Query,
  take: (page: PageObjectResponse) => void,
): Promise<{ incomplete: boolean }> {
  const parts = partsOf((start_cursor) =>
    access.query(dataSourceId, { ...query, page_size: PAGE_SIZE, start_cursor }),
  );
  let isIncomplete = false;
  for await (const { pages, incomplete } of parts) {
    await inTurns(pages, take);
    isIncomplete = incomplete;
  }
  return { incomplete: isIncomplete };
}

/** Returns the page of this id; none if it was deleted permanently. */
async function pageOfId(access: WorkspaceAccess, schemas: Schemas, id: string): Promise<FoundRow[]> {
  try {
    const page = await access.page(id);
    if (page?.parent.type !== 'data_source_id') return [];
    const dataSourceId = page.parent.data_source_id;
    return foundRow(page, dataSourceId, await schemas.of(access, dataSourceId));
  } catch (error) {
    if (error instanceof DestinationFailure && error.detail.kind === 'target-gone') return [];
    throw error;
  }
}

/** Returns no row for a page that is a balance. */
function foundRow(page: PageObjectResponse, dataSourceId: string, schema: Schema): FoundRow[] {
  const byId = new Map(Object.values(page.properties).map((value) => [value.id, value]));
  const textOf = (name: string): string | null => {
    const property = schema.properties.get(sameName(name));
    return property ? readText(byId.get(property.id)) : null;
  };
  if (textOf(BALANCE_PROPERTY)) return [];
  return [
    {
      destinationId: page.id,
      targetExternalId: dataSourceId,
      key: textOf(KEY_PROPERTY),
      state: page.in_trash ? 'deleted' : 'present',
      content: heldContent(textOf),
    },
  ];
}
