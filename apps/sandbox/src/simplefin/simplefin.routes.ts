import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { limitLever } from '../server/levers';
import { Fields } from '../server/fields';
import { basicOf, sendLossless } from '../server/http';
import { answerProblems, invalid, Problem } from '../server/problem';
import type { SimpleFinAccess, SimpleFinState } from './simplefin.state';
import { accountIdOf, accountResource, type AccountsRequest, complaintsOf, INSTITUTIONS } from './wire';

const DAY_S = 86_400;
/** The longest period of one request, as at the Bridge. */
const WINDOW_DAYS_MAX = 60;
const DEFAULT_INSTITUTION = 'BERKA_3';

/** A SimpleFIN server under `/simplefin`: versions 1 and 2 of the protocol, with the Bridge's limits. */
export function simpleFinRoutes(app: FastifyInstance, state: SimpleFinState, board: FaultBoard): void {
  answerProblems(app, (status, { message }) => new Problem(status, errorBody(status, message)));
  installFaults(app, board, state, {
    target: 'simplefin',
    errorBody: (status, _retryAfterS, error) => errorBody(status, error ?? `status ${status}`),
    lists: ['transactions', 'accounts'],
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, null));
  app.get('/info', async () => ({ versions: state.behaviour.version2 ? ['1.0', '2.0'] : ['1.0'] }));
  app.get('/create', async (request, reply) => {
    const token = setupToken(request, state.newToken(DEFAULT_INSTITUTION).secret);
    return reply
      .type('text/html')
      .send(`<!doctype html><title>SimpleFIN</title><textarea>${token}</textarea>`);
  });
  app.post<{ Params: { secret: string } }>('/claim/:secret', async (request, reply) => {
    const access = state.claim(request.params.secret);
    if (!access) return reply.code(403).type('text/plain').send('Forbidden');
    return reply.type('text/plain').send(accessUrl(baseUrlOf(request), access));
  });
  app.get('/accounts', async (request, reply) => accounts(state, request, reply));
}

/** The ledger of the SimpleFIN server and its levers. */
export function simpleFinControl(app: FastifyInstance, state: SimpleFinState): void {
  app.get('/ledger/simplefin', async () => state.ledger());
  // A user makes tokens at the server's own page; this one is for any institution of the bank.
  app.post('/simplefin/tokens', async (request, reply) => {
    const institution = new Fields(request.body).text('institution') ?? 'BERKA_1';
    if (!state.bank.accountsOf(institution)) throw invalid('institution must be one of the bank');
    const setup_token = setupToken(request, state.newToken(institution).secret);
    return reply.code(201).send({ setup_token });
  });
  app.put('/simplefin/behaviour', async ({ body }) => state.behave(body));
  limitLever(app, '/simplefin/daily-requests', { limit: (value) => (state.dailyRequests = value) });
  app.post('/simplefin/revoke', async () => state.revokeAll());
}

/** The text that a user pastes into an app. */
function setupToken(request: FastifyRequest, secret: string): string {
  return Buffer.from(`${baseUrlOf(request)}/claim/${secret}`).toString('base64');
}

function accounts(state: SimpleFinState, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const access = accessOf(state, request);
  const isWithin = state.count(access);
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const { requested, complaints } = readRequest(query, state, access, baseUrlOf(request));
  const { version2, behaviour } = requested;
  const others = isWithin ? complaints : [...complaints, 'You have made too many requests today.'];
  const all = state.bank.accountsOf(access.institution) ?? [];
  const ids = all.map((account) => accountIdOf(account, requested));
  const { errors, errlist } = complaintsOf(behaviour, ids, others);
  const wanted = query.getAll('account');
  const isListed = (index: number): boolean => wanted.length === 0 || wanted.includes(ids[index] ?? '');
  return sendLossless(reply, {
    ...(version2 && !behaviour.bothShapes ? {} : { errors }),
    ...(version2 ? { errlist, connections: connections(requested) } : {}),
    accounts: all.flatMap((account, index) =>
      isListed(index) ? [accountResource(account, index, requested)] : [],
    ),
  });
}

function connections({ sfinUrl }: AccountsRequest): object[] {
  return INSTITUTIONS.map(({ connId, name, domain }) => ({
    conn_id: connId,
    name,
    org_id: connId,
    org_name: name,
    org_url: `https://${domain}`,
    sfin_url: sfinUrl,
  }));
}

/** A longer period than the server's is cut at its old end. */
function readRequest(
  query: URLSearchParams,
  { behaviour, clock }: SimpleFinState,
  access: SimpleFinAccess,
  sfinUrl: string,
): { requested: AccountsRequest; complaints: string[] } {
  const nowS = Math.floor(clock.now() / 1000);
  const until = seconds(query.get('end-date')) ?? nowS + DAY_S;
  const start = seconds(query.get('start-date')) ?? nowS - 30 * DAY_S;
  const oldest = Math.min(until, nowS) - WINDOW_DAYS_MAX * DAY_S;
  return {
    requested: {
      from: Math.max(start, oldest),
      until,
      pending: query.has('pending'),
      balancesOnly: query.has('balances-only'),
      version2: behaviour.version2 && query.get('version') === '2',
      sfinUrl,
      nowS,
      access,
      behaviour,
    },
    complaints: start < oldest ? [`Requested date range exceeds ${WINDOW_DAYS_MAX} days.`] : [],
  };
}

function seconds(text: string | null): number | null {
  return text !== null && /^\d{1,11}$/.test(text) ? Number(text) : null;
}

function accessOf(state: SimpleFinState, request: FastifyRequest): SimpleFinAccess {
  const { user, password } = basicOf(request);
  const access = state.access(user, password);
  if (access) return access;
  throw new Problem(403, errorBody(403, 'Forbidden'));
}

function accessUrl(baseUrl: string, { user, password }: SimpleFinAccess): string {
  return baseUrl.replace('://', `://${user}:${password}@`);
}

function baseUrlOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}/simplefin`;
}

function errorBody(status: number, text: string): object {
  const code = status === 403 ? 'gen.auth' : 'gen.api';
  return { errors: [text], errlist: [{ code, msg: text }], accounts: [] };
}
