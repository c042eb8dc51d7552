import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { authorizePage, beAuthorizationServer } from '../oauth/authorize-page';
import { basicOf, bearerOf } from '../server/http';
import { answerProblems, Problem } from '../server/problem';
import { stableUuid } from '../state/stable-ids';
import type { Page } from './data-source';
import { notFound, problem, validationError, workspaceErrorBody } from './problem';
import { pageSize, queried } from './query';
import { botResource, databaseResource, pageResource } from './resources';
import { botIdOf, type WorkspaceState } from './workspace.state';

/** The versions that know data sources. */
const VERSIONS = ['2025-09-03', '2026-03-11'];

interface OfId {
  Params: { id: string };
  Body: Record<string, unknown> | null;
  Querystring: { filter_properties?: string | string[] };
}

/** Notion under `/workspace/v1`. */
export function workspaceRoutes(app: FastifyInstance, state: WorkspaceState, board: FaultBoard): void {
  answerProblems(
    app,
    (status, { code, message }) =>
      problem(status, message, code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'invalid_json' : undefined),
    () => problem(400, 'Invalid request URL.', 'invalid_request_url'),
  );
  app.addHook('onRequest', (_request, _reply, next) => {
    state.requests += 1;
    next();
  });
  installFaults(app, board, state, {
    target: 'workspace',
    errorBody: workspaceErrorBody,
  });
  app.addHook('onRequest', (request, _reply, next) => next(admit(state, request)));
  app.get('/users/me', async (request) => botResource(state, botOf(state, request)));
  app.post<OfId>('/search', async (request) => search(state, request.body ?? {}));
  dataSourceRoutes(app, state);
  pageRoutes(app, state);
}

function dataSourceRoutes(app: FastifyInstance, state: WorkspaceState): void {
  app.get<OfId>('/databases/:id', async ({ params }) => {
    const source = [...state.dataSources.values()].find(
      ({ databaseId, shared }) => databaseId === params.id && shared,
    );
    if (!source) throw notFound('database', params.id);
    return databaseResource(source);
  });
  app.get<OfId>('/data_sources/:id', async ({ params }) => state.dataSource(params.id).resource());
  app.patch<OfId>('/data_sources/:id', async ({ params, body }) => {
    const source = state.dataSource(params.id);
    state.changeSchema(source, (body?.['properties'] ?? {}) as Record<string, unknown>);
    return source.resource();
  });
  app.post<OfId>('/data_sources/:id/query', async ({ params, body, query }) => {
    const source = state.dataSource(params.id);
    const { pages, nextCursor, incomplete } = queried(source, body ?? {}, state.knownUntil());
    const names = query.filter_properties;
    const only = names === undefined ? undefined : new Set([names].flat());
    return {
      ...listOf(
        pages.map((page) => pageResource(page, source, only)),
        nextCursor,
      ),
      type: 'page_or_data_source',
      page_or_data_source: {},
      request_status: incomplete
        ? { type: 'incomplete', incomplete_reason: 'query_result_limit_reached' }
        : { type: 'complete' },
    };
  });
}

function pageRoutes(app: FastifyInstance, state: WorkspaceState): void {
  const shown = (page: Page): object => pageResource(page, state.page(page.id).source);
  app.post<OfId>('/pages', async (request) => {
    const { body } = request;
    const parent = body?.['parent'] as { data_source_id?: unknown } | undefined;
    if (typeof parent?.data_source_id !== 'string') {
      throw validationError('body failed validation: body.parent.data_source_id should be defined.');
    }
    const source = state.dataSource(parent.data_source_id);
    const properties = (body?.['properties'] ?? {}) as Record<string, unknown>;
    return shown(state.createPage(source, properties, botOf(state, request)));
  });
  app.get<OfId>('/pages/:id', async ({ params }) => shown(state.page(params.id).page));
  app.patch<OfId>('/pages/:id', async (request) => {
    const { params, body } = request;
    const inTrash = body?.['in_trash'];
    const change = { properties: body?.['properties'], ...(typeof inTrash === 'boolean' ? { inTrash } : {}) };
    return shown(state.changePage(params.id, change, botOf(state, request)));
  });
}

function search(state: WorkspaceState, body: Readonly<Record<string, unknown>>): object {
  const { query, filter, start_cursor: cursor } = body;
  const { value } = (filter ?? {}) as { value?: unknown };
  const size = pageSize(body['page_size']);
  const found = [...state.dataSources.values()].filter(
    ({ shared, title, inTrash }) =>
      shared &&
      !inTrash &&
      (value === undefined || value === 'data_source') &&
      (typeof query !== 'string' || title.includes(query)),
  );
  const start = typeof cursor === 'string' ? found.findIndex(({ id }) => id === cursor) : 0;
  const page = found.slice(start, start + size);
  return listOf(
    page.map((source) => source.resource()),
    found[start + size]?.id ?? null,
  );
}

function listOf(results: readonly object[], nextCursor: string | null): object {
  return { object: 'list', results, next_cursor: nextCursor, has_more: nextCursor !== null };
}

/** Refuses an unknown token, an unknown version, and a request beyond the pace. */
function admit(state: WorkspaceState, request: FastifyRequest): Problem | undefined {
  const token = bearerOf(request);
  if (state.botOf(token) === undefined) return problem(401, 'API token is invalid.');
  const version = request.headers['notion-version'];
  if (typeof version !== 'string' || !VERSIONS.includes(version)) {
    const message =
      'Notion-Version header failed validation: Notion-Version header should be defined, instead was `undefined`.';
    return problem(400, message, 'missing_version');
  }
  const waitS = state.pace.take(token);
  if (waitS === null) return undefined;
  state.retryWindows.open('workspace', waitS);
  return problem(
    429,
    'You have been rate limited. Please try again in a few minutes.',
    'rate_limited',
    waitS,
  );
}

/** The bot of a request that was let in. */
function botOf(state: WorkspaceState, request: FastifyRequest): string {
  return state.botOf(bearerOf(request)) ?? '';
}

/**
 * Notion's authorization server, under `/workspace/v1/oauth`: it knows no PKCE, takes the application's name and secret by
 * HTTP Basic alone, and gives another refresh token with each access token.
 */
export function workspaceOAuthRoutes(app: FastifyInstance, state: WorkspaceState, board: FaultBoard): void {
  beAuthorizationServer(app, board, state, { target: 'workspace-oauth' });
  authorizePage(app, '/authorize', state.oauth, ({ owner }) =>
    owner === 'user' ? { scope: '', isLasting: true } : null,
  );
  app.post('/token', async (request) => {
    const { user: id, password: secret } = basicOf(request);
    const grant = state.oauth.tokens((request.body ?? {}) as Record<string, unknown>, { id, secret });
    return {
      access_token: grant.accessToken,
      token_type: 'bearer',
      refresh_token: grant.refreshToken,
      bot_id: botIdOf(grant.login),
      workspace_id: state.workspaceId,
      workspace_name: 'Household',
      workspace_icon: null,
      owner: { type: 'user', user: { object: 'user', id: stableUuid(`workspace/person/${grant.login}`) } },
      duplicated_template_id: null,
      request_id: 'sandbox',
    };
  });
}
