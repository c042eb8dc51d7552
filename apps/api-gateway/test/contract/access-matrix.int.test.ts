import { AccountUpsertedV1 } from '@tributary/contracts';
import { Scope, SCOPES } from '../../src/identity/permissions/scopes';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf } from '../samples';
import { Operation, operationsFor } from './api-document';
import { publishFilled, SAMPLE_IDS } from './filled-events';
import { appToken, legacyToken, managedToken, revokedToken } from './minted-tokens';
import { playAllOwners } from './played-owners';
import { validRequest } from './valid-bodies';

/** Who asks, and what of the owner's there is for them. */
interface Sender {
  readonly name: string;
  readonly authorization: string | null;
  /** Null: none that count. */
  readonly scopes: readonly Scope[] | null;
  readonly isOwner: boolean;
  /** The owner's things; those of one other account of the owner's; nothing. */
  readonly sees: 'all' | 'another account' | 'nothing';
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const IDS = { ...SAMPLE_IDS, reviewId: 31, feedId: 990_000, applicationId: 1 };
const OTHER_ACCOUNT = 18;
/** What is not one account's: whoever was granted another one (of the same connection) may see it too. */
const OF_NO_ACCOUNT = /institution|\/destinations\/|^\/categories|^\/finance\/connections\//;
const NOT_FOUND = '{"message":"Resource not found.","docs_url":"/docs/errors/not-found"}';

let gateway: GatewayUnderTest;
let operations: Operation[];
let senders: Sender[];
let stopOwners: () => Promise<void>;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ LEGACY_TOKENS_UNTIL: '2999-12-31' });
  const userId = await gateway.user('owner@example.com');
  const otherId = await gateway.user('other@example.com');
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  await gateway.publish(AccountUpsertedV1, OTHER_ACCOUNT, accountOf(userId, OTHER_ACCOUNT));
  stopOwners = await playAllOwners(gateway, userId, { refuses: 'always', onCommand: () => undefined });
  const all = await operationsFor('access matrix', gateway);
  operations = all.filter(({ openTo }) => openTo !== 'anyone');
  senders = [...(await refused(userId)), ...(await granted(userId)), ...(await strangers(userId, otherId))];
}, 60_000);
afterAll(async () => {
  await stopOwners();
  await gateway.close();
});

/** A caller whom the gateway does not know. */
async function refused(userId: number): Promise<Sender[]> {
  const token = await gateway.token({ userId });
  const tokens: Record<string, string | null> = {
    'no token': null,
    'no bearer': `Basic ${Buffer.from('owner@example.com:x').toString('base64')}`,
    'an empty token': 'Bearer ',
    'a malformed token': 'Bearer trb_pat_nonsense',
    'a token with a wrong checksum': `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
    'a token that was never made': `Bearer 99|${'x'.repeat(40)}`,
    'an expired token': `Bearer ${await gateway.token({ userId, expiresAt: new Date(Date.now() - 1000) })}`,
    'a revoked token': `Bearer ${await revokedToken(gateway, userId)}`,
  };
  return Object.entries(tokens).map(([name, authorization]) => ({
    name,
    authorization,
    scopes: null,
    isOwner: false,
    sees: 'nothing',
  }));
}

async function granted(userId: number): Promise<Sender[]> {
  const all = { scopes: SCOPES, isOwner: false, sees: 'all' } as const;
  const single = SCOPES.map(async (scope): Promise<Sender> => {
    const token = await gateway.token({ userId, scopes: [scope] });
    return { ...all, name: `${scope} alone`, authorization: `Bearer ${token}`, scopes: [scope] };
  });
  const restricted = await gateway.token({ userId, accountIds: [OTHER_ACCOUNT] });
  return [
    { ...all, name: 'the owner', authorization: `Bearer ${await gateway.token({ userId })}`, isOwner: true },
    {
      ...all,
      name: 'the owner, in the legacy format',
      authorization: `Bearer ${await legacyToken(gateway, userId, 12)}`,
      isOwner: true,
    },
    ...(await Promise.all(single)),
    {
      ...all,
      name: 'all scopes',
      authorization: `Bearer ${await gateway.token({ userId, scopes: SCOPES })}`,
    },
    { ...all, name: 'an app', authorization: `Bearer ${await appToken(gateway, userId, SCOPES)}` },
    { ...all, name: 'another account', authorization: `Bearer ${restricted}`, sees: 'another account' },
    {
      ...all,
      name: 'an app for another account',
      authorization: `Bearer ${await appToken(gateway, userId, SCOPES, [OTHER_ACCOUNT])}`,
      sees: 'another account',
    },
  ];
}

async function strangers(userId: number, otherId: number): Promise<Sender[]> {
  const all = { scopes: SCOPES, sees: 'nothing' } as const;
  const managed = await managedToken(gateway, userId);
  return [
    {
      ...all,
      name: 'another user',
      authorization: `Bearer ${await gateway.token({ userId: otherId })}`,
      isOwner: true,
    },
    {
      ...all,
      name: 'an app of another user',
      authorization: `Bearer ${await appToken(gateway, otherId, SCOPES)}`,
      isOwner: false,
    },
    { ...all, name: 'a managed user', authorization: `Bearer ${managed.token}`, isOwner: false },
  ];
}

async function ask(operation: Operation, { authorization }: Sender): Promise<Answer> {
  const { path, headers, body } = validRequest(operation, IDS);
  const response = await fetch(`${gateway.url}/api/v1${path}`, {
    method: operation.method,
    headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** By the route's declaration; `null`: whatever the owner gets. */
function expected(operation: Operation, sender: Sender): { status: readonly number[]; text?: RegExp } | null {
  if (sender.scopes === null) return { status: [401], text: /^\{"message":"[^"]+","docs_url":"[^"]+"\}$/ };
  if (operation.openTo === 'owner' && !sender.isOwner) return { status: [403], text: /owner|personal/i };
  const { scopes } = sender;
  const missing = operation.scopes.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) return { status: [403], text: new RegExp(missing.join('.*')) };
  if (operation.path.startsWith('/user/export')) return { status: [200, 202, 404, 409] }; // made in the background
  if (sender.sees === 'all') return null;
  return expectedOfStrangers(operation, sender);
}

function expectedOfStrangers({ method, path, body, takesFile, isList }: Operation, { sees }: Sender) {
  const isPublic = path.includes('institution');
  const isOthers = sees === 'nothing' ? !isPublic : !OF_NO_ACCOUNT.test(path);
  const isNamed = isOthers && path.includes('{');
  if (method === 'GET') {
    if (isNamed) return { status: [404], text: new RegExp(`^${NOT_FOUND}$`) };
    return isList ? { status: [200] } : null;
  }
  // What is named in the path is 404; what is named in the body, and a stranger's, is 422.
  const reasons = [...(path.includes('{') ? [404] : []), ...(body === null && !takesFile ? [] : [422])];
  if (isNamed) return { status: reasons };
  return { status: [200, 201, 409, ...reasons] };
}

it('every route answers every kind of token as it declares', async () => {
  const [owner] = senders.filter(({ name }) => name === 'the owner');
  if (!owner) throw new Error('the owner is among those who ask');
  const wrong: string[] = [];
  let asked = 0;
  for (const operation of operations) {
    const ofOwner = await ask(operation, owner);
    const route = `${operation.method} ${operation.path}`;
    // 406: a stream, which these requests do not accept and which would not end.
    const isAnswer = [200, 201, 202, 404, 406, 409].includes(ofOwner.status);
    if (!isAnswer) wrong.push(`${route}, the owner: ${ofOwner.status} ${ofOwner.text.slice(0, 200)}`);
    await Promise.all(
      senders.map(async (sender) => {
        const answer = await ask(operation, sender);
        asked += 1;
        const right = expected(operation, sender) ?? { status: [ofOwner.status] };
        const isRight = right.status.includes(answer.status) && (right.text?.test(answer.text) ?? true);
        if (!isRight || (answer.status === 404 && answer.text !== NOT_FOUND)) {
          const got = `${answer.status} ${answer.text.slice(0, 200)}`;
          wrong.push(`${route}, ${sender.name}: ${got} instead of ${right.status.join(' or ')}`);
        }
      }),
    );
  }
  process.stderr.write(`${operations.length} routes, ${senders.length} kinds of tokens: ${asked} requests\n`);
  expect(wrong).toEqual([]);
  expect(asked).toBe(operations.length * senders.length);
  expect(operations.length).toBeGreaterThan(100);
}, 300_000);

/** Nothing more is carried because of them: they take nothing. */
const ENDINGS = [
  'POST /transfer-links/{transferLinkId}/pause',
  'DELETE /transfer-links/bulk',
  'DELETE /transfer-links/{transferLinkId}',
  'DELETE /rules/{ruleId}/transfer-links/bulk',
  'DELETE /rules/{ruleId}/transfer-links/{transferLinkId}',
];

it('every route that changes links, transfers or their rules requires read scopes, or ends access', () => {
  const changes = operations.filter(
    ({ method, path }) => method !== 'GET' && /transfer-l(ink|og)/.test(path),
  );
  const blind = changes.filter(({ scopes }) => !scopes.includes('accounts:read'));
  expect(blind.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...ENDINGS].sort());
  expect(changes.length).toBeGreaterThan(ENDINGS.length + 5);
});
