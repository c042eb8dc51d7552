import { CommandContract } from '@tributary/contracts';
import { GatewayUnderTest } from '../gateway-under-test';
import { Operation, operationsFor, routeOf } from './api-document';
import { publishFilled, SAMPLE_IDS } from './filled-events';
import { appOf } from './minted-tokens';
import { playAllOwners } from './played-owners';
import { validRequest } from './valid-bodies';

export interface KeyedAnswer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

interface How {
  readonly token?: string;
  readonly body?: object;
  /** Of another instance of the gateway. */
  readonly url?: string;
}

/** Changing requests with an `Idempotency-Key`, to a gateway whose owners the test plays. */
export class KeyedRequests {
  /** Commands that an owner ran. */
  ran = 0;
  operations: readonly Operation[] = [];
  private keys = 0;

  private constructor(
    readonly gateway: GatewayUnderTest,
    readonly userId: number,
    readonly owner: string,
    private readonly ids: Readonly<Record<string, number | string>>,
  ) {}

  /** A gateway with one of each resource; all owners know them. */
  static async start(settings: Record<string, string> = {}): Promise<KeyedRequests> {
    const gateway = await GatewayUnderTest.start(settings);
    const userId = await gateway.user('owner@example.com');
    await gateway.database.execute('alter sequence tokens_id_seq restart with 9000001');
    const owner = await gateway.token({ userId });
    await publishFilled(gateway, { userId, mark: 'OWN', offset: 0 });
    await gateway.database.execute(
      `insert into tokens (id, user_id, kind, name, token_hash, expires_at)
       values ($1, $2, 'PERSONAL', 'to be revoked', 'x', now() + interval '1 day')`,
      [SAMPLE_IDS.tokenId, userId],
    );
    await gateway.database.execute(
      `insert into sessions (id, user_id, session_hash, expires_at) values ($1, $2, 'x', now() + interval '1 day')`,
      [SAMPLE_IDS.sessionId, userId],
    );
    const { appId } = await appOf(gateway, userId, 'Buddy');
    const { grantId } = await appOf(gateway, userId, 'Another buddy'); // deleting an app ends its grants
    const ids = { ...SAMPLE_IDS, reviewId: 31, feedId: 1, kind: 'rule', id: 5, appId, grantId };
    const requests = new KeyedRequests(gateway, userId, owner, ids);
    await requests.playOwners();
    return requests;
  }

  async close(): Promise<void> {
    await this.stopOwners();
    await this.gateway.close();
  }

  newKey(): string {
    return `key ${(this.keys += 1)}`;
  }

  of(route: string): Operation {
    const operation = this.operations.find((one) => routeOf(one) === route);
    if (!operation) throw new Error(`there is no route ${route}`);
    return operation;
  }

  /** All routes, deletions last: the others need what they delete. */
  inTurn(): Operation[] {
    return [...this.operations].sort((a, b) => turnOf(a) - turnOf(b));
  }

  async send(
    operation: Operation,
    key: string,
    { token = this.owner, body, url = this.gateway.url }: How = {},
  ): Promise<KeyedAnswer> {
    const sent = validRequest(operation, this.ids, body);
    const response = await fetch(`${url}/api/v1${sent.path}`, {
      method: operation.method,
      headers: { ...sent.headers, authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: sent.body,
    });
    const isReplayed = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, text: await response.text(), isReplayed };
  }

  /** All that the gateway itself has made, and the number of commands that owners ran. */
  async made(): Promise<Readonly<Record<string, number>>> {
    const [row] = await this.gateway.database.query<Record<string, number>>(
      `select (select count(*) from tokens) as tokens, (select count(*) from feeds) as feeds,
              (select count(*) from oauth_apps) as apps,
              (select count(*) from security_events where kind <> 'TOKEN_USED_FROM_NEW_ADDRESS') as events`,
    );
    return { ...row, ran: this.ran };
  }

  private stopOwners: () => Promise<void> = () => Promise.resolve();

  private async playOwners(): Promise<void> {
    // An export that was begun reads on in the background.
    const onCommand = ({ reading }: CommandContract): void => void (this.ran += reading ? 0 : 1);
    this.stopOwners = await playAllOwners(this.gateway, this.userId, { refuses: 'never', onCommand });
    const all = await operationsFor('idempotency', this.gateway);
    this.operations = all.filter(({ method }) => method !== 'GET');
  }
}

function turnOf(operation: Operation): number {
  if (operation.method !== 'DELETE') return 0;
  return routeOf(operation) === 'DELETE /user/sessions' ? 2 : 1; // which leaves none to end by its id
}
