import type { DataSource, Page } from './data-source';
import { richText, shownValue } from './properties';
import type { WorkspaceState } from './workspace.state';

export function pageResource(page: Page, source: DataSource, only?: ReadonlySet<string>): object {
  const shown = source.properties.filter(({ id, name }) => !only || only.has(id) || only.has(name));
  return {
    object: 'page',
    id: page.id,
    created_time: page.createdTime,
    last_edited_time: page.lastEditedTime,
    created_by: { object: 'user', id: page.createdBy },
    last_edited_by: { object: 'user', id: page.lastEditedBy },
    parent: { type: 'data_source_id', data_source_id: source.id, database_id: source.databaseId },
    in_trash: page.inTrash,
    properties: Object.fromEntries(
      shown.map((property) => [property.name, shownValue(property, page.values[property.id] ?? null)]),
    ),
    url: `https://www.notion.so/${page.id.replaceAll('-', '')}`,
    public_url: null,
  };
}

export function databaseResource(source: DataSource): object {
  return {
    object: 'database',
    id: source.databaseId,
    title: richText(source.title),
    data_sources: [{ id: source.id, name: source.title }],
    in_trash: source.inTrash,
  };
}

export function botResource(state: WorkspaceState, id: string): object {
  return {
    object: 'user',
    id,
    type: 'bot',
    name: 'Tributary',
    avatar_url: null,
    bot: {
      owner: { type: 'workspace', workspace: true },
      workspace_name: 'Household',
      workspace_id: state.workspaceId,
    },
  };
}
