import { issuePersonalToken } from '../../src/identity/tokens/issue-personal-token';
import { beginSession } from '../../src/identity/sessions/sessions';
import { Scope, SCOPES } from '../../src/identity/permissions/scopes';
import { GatewayUnderTest } from '../gateway-under-test';
import { publishFilled, SAMPLE_IDS, PUBLISHED } from './filled-events';
import { Ids, Owner } from './foreign-cases';
import { appOf, appToken, managedToken } from './minted-tokens';
import { playAllOwners } from './played-owners';

export interface ForeignSender {
  readonly token: string;
  readonly scopes: readonly Scope[];
  readonly isOwner: boolean;
}

/** The gateway with all that there is of the user who asks, of another account of theirs, and of another user. */
export interface ForeignWorld {
  readonly gateway: GatewayUnderTest;
  /** What the sender's own things are called, in the one account that every token sees. */
  readonly own: Ids;
  readonly foreign: Readonly<Record<Owner, Ids>>;
  /** Ids without a resource. */
  readonly missing: Ids;
  readonly victimId: number;
  /** The other user's token. */
  readonly victim: string;
  readonly senders: Readonly<Record<string, ForeignSender>>;
  stop(): Promise<void>;
}

/** Stands in every text of what is another's. */
export const MARKS: Readonly<Record<Owner, string>> = {
  'another user': 'FOREIGN',
  'another account': 'UNGRANTED',
};
export const OWNER = 'the owner';
/** Who was granted one account. */
export const RESTRICTED = 'one account';

/** No id of one is one of another. */
const OFFSETS: Readonly<Record<Owner, number>> = { 'another user': 100_000, 'another account': 200_000 };
const MISSING = 5_000_000;
const PUBLISHED_IDS = { ...SAMPLE_IDS, reviewId: 31, applicationId: 3, deliveryId: 7001 };

export async function startForeignWorld(): Promise<ForeignWorld> {
  const gateway = await GatewayUnderTest.start();
  const userId = await gateway.user('owner@example.com');
  const victimId = await gateway.user(`${MARKS['another user']}@example.com`);
  await gateway.database.execute('alter sequence tokens_id_seq restart with 9000001');
  await gateway.database.execute('alter sequence sessions_id_seq restart with 9050001');
  await gateway.database.execute('alter sequence feeds_id_seq restart with 9100001');
  await gateway.database.execute('alter sequence oauth_apps_id_seq restart with 9200001');
  await gateway.database.execute('alter sequence grants_id_seq restart with 9300001');
  await publishAll(gateway, userId, victimId);
  const own = await made(gateway, userId, 'OWN');
  const others = await made(gateway, victimId, MARKS['another user']);
  const stopOwners = await playAllOwners(gateway, userId, { refuses: 'never', onCommand: () => undefined });
  return {
    gateway,
    own: { ...PUBLISHED_IDS, ...own.ids },
    foreign: {
      'another user': { ...shifted(OFFSETS['another user']), ...others.ids },
      'another account': { ...shifted(OFFSETS['another account']), feedId: OFFSETS['another account'] },
    },
    missing: { ...shifted(MISSING), feedId: MISSING },
    victimId,
    victim: others.token,
    senders: await makeSenders(gateway, userId, own.token),
    stop: async () => {
      await stopOwners();
      await gateway.close();
    },
  };
}

async function publishAll(gateway: GatewayUnderTest, userId: number, victimId: number): Promise<void> {
  await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
  const ofAccounts = PUBLISHED.filter(
    ({ topic, keyedBy }) => keyedBy.toLowerCase().includes('account') || topic === 'account.upserted',
  );
  const shared = ['financial_connection_id', 'destination_id', 'ruleId', 'actionId'];
  await publishFilled(gateway, { userId, ...marked('another account'), shared }, ofAccounts);
  const ofUsers = PUBLISHED.filter(({ topic }) => topic !== 'institution.upserted'); // those are everyone's
  await publishFilled(gateway, { userId: victimId, ...marked('another user') }, ofUsers);
}

function marked(owner: Owner) {
  return { mark: MARKS[owner], offset: OFFSETS[owner] };
}

/** Tokens, feeds, apps and what they may do are made here; no event brings them. */
async function made(gateway: GatewayUnderTest, userId: number, name: string) {
  const { id: tokenId, token } = await issuePersonalToken(gateway.database, { userId, name });
  const { body } = await gateway.request<{ readonly data: { readonly id: string } }>(
    '/api/v1/destinations/feed/connections',
    { token, method: 'POST', body: { name } },
  );
  const { appId, grantId } = await appOf(gateway, userId, name);
  const sessionId = await sessionOf(gateway, userId);
  return { token, ids: { tokenId, sessionId, feedId: Number(body.data.id), appId, grantId } };
}

async function sessionOf(gateway: GatewayUnderTest, userId: number): Promise<number> {
  await beginSession(gateway.database, userId);
  const [session] = await gateway.database.query<{ id: number }>(
    'select id from sessions where user_id = $1',
    [userId],
  );
  return session?.id ?? 0;
}

function shifted(by: number): Ids {
  return Object.fromEntries(Object.entries(PUBLISHED_IDS).map(([name, id]) => [name, id + by]));
}

async function makeSenders(
  gateway: GatewayUnderTest,
  userId: number,
  owner: string,
): Promise<Record<string, ForeignSender>> {
  const of = (token: string, scopes: readonly Scope[] = SCOPES, isOwner = false): ForeignSender => ({
    token,
    scopes,
    isOwner,
  });
  const some = async (scopes: readonly Scope[]) => of(await gateway.token({ userId, scopes }), scopes);
  const single = SCOPES.map(async (scope) => [`${scope} alone`, await some([scope])] as const);
  return {
    [OWNER]: of(owner, SCOPES, true),
    'all scopes': await some(SCOPES),
    'no scope': await some([]),
    [RESTRICTED]: of(await gateway.token({ userId, accountIds: [PUBLISHED_IDS.accountId] })),
    'an app': of(await appToken(gateway, userId, SCOPES)),
    'a managed user': of((await managedToken(gateway, userId)).token),
    ...Object.fromEntries(await Promise.all(single)),
  };
}
