import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { stringify } from 'lossless-json';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { sendJsonText } from '../server/json-reply';
import { answerProblems, Problem } from '../server/problem';
import type { SimpleFinAccess } from './simplefin.events';
import type { SimpleFinState } from './simplefin.state';
import { accountIdOf, accountResource, type AccountsRequest, complaintsOf, INSTITUTIONS } from './wire';

const DAY_S = 86_400;
/** As at the Bridge. */
const WINDOW_DAYS_MAX = 60;
const DEFAULT_INSTITUTION = 'BERKA_3';

/** A SimpleFIN server under `/simplefin`: versions 1 and 2 of the protocol, with the Bridge's limits. */
export function simpleFinRoutes(app: FastifyInstance, state: SimpleFinState, board: FaultBoard): void {
  answerProblems(app, (status, { message }) => new Problem(status, errorBody(status, message)));
  installFaults(app, {
    target: 'simplefin',
    board,
    windows: state.retryWindows,
    retryKey: () => 'simplefin',
    errorBody: (status, _retryAfterS, error) => errorBody(status, error ?? `status ${status}`),
    lists: ['transactions', 'accounts'],
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, null));
  app.get('/info', async () => ({ versions: state.behaviour.version2 ? ['1.0', '2.0'] : ['1.0'] }));
  app.get('/create', async (request, reply) => {
    const token = setupToken(baseUrlOf(request), state.newToken(DEFAULT_INSTITUTION).secret);
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

/** What a user pastes into an app. */
export function setupToken(baseUrl: string, secret: string): string {
  return Buffer.from(`${baseUrl}/claim/${secret}`).toString('base64');
}

function accounts(state: SimpleFinState, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const access = accessOf(state, request);
  const nowS = Math.floor(state.clock.now() / 1000);
  const isWithin = state.count(access);
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const { asked, complaints } = readRequest(query, state, nowS, baseUrlOf(request));
  const all = state.bank.accountsOf(access.institution) ?? [];
  const { behaviour } = state;
  const others = isWithin ? complaints : [...complaints, 'You have made too many requests today.'];
  const ids = all.map((account) => accountIdOf(account, access, behaviour));
  const { errors, errlist } = complaintsOf(behaviour, ids, others);
  const wanted = query.getAll('account');
  const listed = all.flatMap((account, index) =>
    wanted.length > 0 && !wanted.includes(ids[index] ?? '')
      ? []
      : [accountResource(account, index, access, asked, behaviour, nowS)],
  );
  const newer = { errlist, connections: connections(asked) };
  const body = {
    ...(asked.version2 && !behaviour.bothShapes ? {} : { errors }),
    ...(asked.version2 ? newer : {}),
    accounts: listed,
  };
  return sendJsonText(reply, stringify(body) ?? '{}');
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
  { behaviour }: SimpleFinState,
  nowS: number,
  sfinUrl: string,
): { asked: AccountsRequest; complaints: string[] } {
  const until = seconds(query.get('end-date')) ?? nowS + DAY_S;
  const start = seconds(query.get('start-date')) ?? nowS - 30 * DAY_S;
  const isTooLong = Math.min(until, nowS) - start > WINDOW_DAYS_MAX * DAY_S;
  return {
    asked: {
      from: isTooLong ? Math.min(until, nowS) - WINDOW_DAYS_MAX * DAY_S : start,
      until,
      pending: query.has('pending'),
      balancesOnly: query.has('balances-only'),
      version2: behaviour.version2 && query.get('version') === '2',
      sfinUrl,
    },
    complaints: isTooLong ? [`Requested date range exceeds ${WINDOW_DAYS_MAX} days.`] : [],
  };
}

function seconds(text: string | null): number | null {
  return text !== null && /^\d{1,11}$/.test(text) ? Number(text) : null;
}

function accessOf(state: SimpleFinState, { headers }: FastifyRequest): SimpleFinAccess {
  const encoded = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
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
