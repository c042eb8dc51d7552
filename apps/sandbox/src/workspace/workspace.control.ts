import type { FastifyInstance } from 'fastify';
import { pageResource } from './resources';
import { PERSON_ID, type WorkspaceState } from './workspace.state';

interface OfId {
  Params: { id: string };
  Body: Record<string, unknown> | null;
}

/** What a user does by hand in the workspace, and the levers of the server. */
export function workspaceControl(app: FastifyInstance, state: WorkspaceState): void {
  app.post<OfId>('/workspace/databases', async (request, reply) => {
    const { title, shared } = request.body ?? {};
    const made = state.createDatabase(typeof title === 'string' ? title : 'Untitled', shared !== false);
    return reply.code(201).send({ database_id: made.databaseId, data_source_id: made.id });
  });
  app.patch<OfId>('/workspace/data-sources/:id', async (request, reply) => {
    const source = state.dataSources.get(request.params.id);
    if (!source) return reply.code(404).send({ message: 'No such data source.' });
    const { properties, shared, in_trash: inTrash } = request.body ?? {};
    if (typeof inTrash === 'boolean') source.inTrash = inTrash;
    if (typeof shared === 'boolean') source.shared = shared;
    if (properties) state.changeSchema(source, properties as Record<string, unknown>);
    return reply.code(204).send();
  });
  app.patch<OfId>('/workspace/pages/:id', async (request) => {
    const { properties, in_trash: inTrash } = request.body ?? {};
    const change = { properties, ...(typeof inTrash === 'boolean' ? { inTrash } : {}) };
    const page = state.changePage(request.params.id, change, PERSON_ID);
    return pageResource(page, state.page(page.id).source);
  });
  app.put<{ Body: Record<string, unknown> | null }>('/workspace/limits', async (request, reply) => {
    const { per_second, query_lag_ms } = request.body ?? {};
    if (typeof per_second === 'number') state.pace.perSecond = per_second;
    if (typeof query_lag_ms === 'number') state.queryLagMs = query_lag_ms;
    return reply.code(204).send();
  });
  app.post('/workspace/tokens/expire', async (_request, reply) => {
    state.oauth.expireAccessTokens();
    return reply.code(204).send();
  });
  app.post('/workspace/tokens/revoke', async (_request, reply) => {
    state.oauth.revokeAll();
    return reply.code(204).send();
  });
  app.get('/ledger/workspace', async () => workspaceLedger(state));
}

/** Every page of every data source, trashed ones too, with its values by name. */
export function workspaceLedger(state: WorkspaceState): object {
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
