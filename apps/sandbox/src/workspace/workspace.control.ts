import type { FastifyInstance } from 'fastify';
import { grantLevers, limitLever } from '../server/levers';
import { Fields } from '../server/fields';
import { unknown } from '../server/problem';
import { pageResource } from './resources';
import { PERSON_ID, type WorkspaceState } from './workspace.state';
import type { ById } from '../server/http';

/** The ledger of Notion, the changes that a user makes by hand in the workspace, and the server's levers. */
export function workspaceControl(app: FastifyInstance, state: WorkspaceState): void {
  app.post('/workspace/databases', async ({ body }, reply) => {
    const fields = new Fields(body);
    const made = state.createDatabase(fields.text('title') ?? 'Untitled', fields.boolean('shared') ?? true);
    return reply.code(201).send({ database_id: made.databaseId, data_source_id: made.id });
  });
  app.patch<ById>('/workspace/data-sources/:id', async ({ params, body }) => {
    const source = state.dataSources.get(params.id);
    if (!source) throw unknown('data source');
    const fields = new Fields(body);
    source.inTrash = fields.boolean('in_trash') ?? source.inTrash;
    source.shared = fields.boolean('shared') ?? source.shared;
    const properties = fields.object('properties');
    if (properties) state.changeSchema(source, properties);
  });
  app.patch<ById>('/workspace/pages/:id', async ({ params, body }) => {
    const fields = new Fields(body);
    const change = { properties: fields.object('properties'), inTrash: fields.boolean('in_trash') };
    const page = state.changePage(params.id, change, PERSON_ID);
    return pageResource(page, state.page(page.id).source);
  });
  limitLever(app, '/workspace/limits', {
    per_second: (value) => (state.pace.perSecond = value),
    query_lag_ms: (value) => (state.queryLagMs = value),
  });
  grantLevers(app, 'workspace', state.oauth);
  app.get('/ledger/workspace', async () => workspaceLedger(state));
}

/** Every page of every data source, trashed ones too, with its values by name. */
function workspaceLedger(state: WorkspaceState): object {
  return {
    summary: workspaceSummary(state),
    data_sources: [...state.dataSources.values()].map((source) => ({
      id: source.id,
      title: source.title,
      properties: Object.fromEntries(source.properties.map(({ name, type }) => [name, type])),
      pages: [...source.pages.values()].map((page) => ({
        id: page.id,
        in_trash: page.inTrash,
        created_by: page.createdBy,
        values: Object.fromEntries(source.properties.map(({ id, name }) => [name, page.values[id] ?? null])),
      })),
    })),
  };
}

export function workspaceSummary(state: WorkspaceState): object {
  const pages = [...state.dataSources.values()].flatMap((source) => [...source.pages.values()]);
  return {
    data_sources: state.dataSources.size,
    pages: pages.filter(({ inTrash }) => !inTrash).length,
    trashed: pages.filter(({ inTrash }) => inTrash).length,
    requests: state.requests,
    refreshes: state.oauth.refreshes,
    refreshes_refused: state.oauth.refreshesRefused,
    requests_in_retry_after: state.retryWindows.earlyRequests(''),
  };
}
