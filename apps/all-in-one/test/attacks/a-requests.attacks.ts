import { eventually } from '@tributary/testing';
import type { AttackedSystem } from './attacked-system';
import { HOSTILE_KINDS } from './hostile-tenant/kinds';
import { allowedP99Ms, measureKind } from './hostile-tenant/measure';
import { tenants } from './hostile-tenant/tenants';

/** Enough to use every connection of the pool many times. */
const ATTACKS = 60;
/** Twice the most commands of a user. */
const COMMANDS = 16;
const ANSWERED_WITHIN_MS = 1500;
const HEALTH_WITHIN_MS = 3000;

/** These take a few seconds each. The bench `hostile-tenant` measures all kinds, longer and on an idle machine. */
const SHORT_KINDS = ['searches', 'small commands', 'feeds'];
/** Added to the documented limit, because tests share their machine. */
const SPARE_MS = 3000;

/** Section A of docs/explanation/security.md: reads, commands, feeds and uploads that would block other users. */
export function stoppingWithRequests(system: () => AttackedSystem): void {
  let world: Awaited<ReturnType<typeof tenants>>;
  beforeAll(async () => {
    world = await tenants(system(), 'requests');
  });

  /** Returns how many statements of the gateway wait for a lock. */
  async function waiting(): Promise<number> {
    const [row] = await system().sql<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and application_name = 'api_gateway' and wait_event_type = 'Lock' and query like '%from transactions t%'`,
    );
    return row?.count ?? 0;
  }

  async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
    const began = performance.now();
    const result = await work();
    return { result, ms: performance.now() - began };
  }

  async function expectHealth(): Promise<void> {
    const { result, ms } = await timed(() => fetch(`${system().url}/health/ready`));
    expect(result.status).toBe(200);
    expect(ms).toBeLessThan(HEALTH_WITHIN_MS);
  }

  it('A.4: hanging reads of one user take no connection from another user, and are cancelled with their client', async () => {
    const { attacker, victim } = world;
    const gone = new AbortController();
    await system().whileLocked(
      'lock table api_gateway.transactions in access exclusive mode',
      [],
      async () => {
        const attacks = Array.from({ length: ATTACKS }, (_, turn) =>
          fetch(
            `${system().url}/api/v1/finance/transactions?filter[search]=zzzz${turn % 2}&disable_rules=1`,
            {
              headers: { authorization: `Bearer ${attacker.user.token}` },
              signal: gone.signal,
            },
          ).catch(() => null),
        );
        await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
        // A list that reads no transactions: accounts and links count those under review.
        const { result, ms } = await timed(() => system().rest('GET', '/rules', victim.user.token));
        expect(result.status).toBe(200);
        expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
        await expectHealth();
        gone.abort();
        await Promise.all(attacks);
        await eventually(async () => expect(await waiting()).toBe(0));
      },
    );
  });

  it('A.4: the gateway refuses one user’s excess reads with the time to wait', async () => {
    const { attacker } = world;
    await system().whileLocked(
      'lock table api_gateway.transactions in access exclusive mode',
      [],
      async () => {
        const gone = new AbortController();
        const statuses: number[] = [];
        const attacks = Array.from({ length: ATTACKS }, () =>
          fetch(`${system().url}/api/v1/finance/transactions?filter[search]=zzzz`, {
            headers: { authorization: `Bearer ${attacker.user.token}` },
            signal: gone.signal,
          }).then(
            (answer) => {
              statuses.push(answer.status);
              expect(answer.headers.get('retry-after')).toBe('1');
            },
            () => undefined,
          ),
        );
        await eventually(() => expect(statuses.length).toBeGreaterThan(0));
        expect(new Set(statuses)).toEqual(new Set([429]));
        gone.abort();
        await Promise.all(attacks);
      },
    );
  });

  it('hanging commands of one user do not delay the commands of another', async () => {
    const { attacker, victim } = world;
    const { transactionIds, user } = attacker;
    await system().whileLocked(
      'select 1 from ingestion_sync.transactions where id = any($1::bigint[]) for update',
      [transactionIds],
      async () => {
        const attacks = Array.from({ length: COMMANDS }, (_, turn) =>
          system().rest('PUT', `/finance/transactions/${transactionIds[turn] ?? ''}`, user.token, {
            amount: '-1.00',
          }),
        );
        await eventually(async () => {
          const [row] = await system().sql<{ count: number }>(
            `select count(*)::int as count from pg_stat_activity
              where datname = current_database() and application_name = 'ingestion_sync' and wait_event_type = 'Lock'`,
          );
          expect(row?.count).toBeGreaterThan(1);
        });
        for (let turn = 0; turn < 5; turn += 1) {
          const { result, ms } = await timed(() =>
            system().rest('PUT', `/finance/transactions/${victim.transactionId}`, victim.user.token, {
              amount: `-${turn + 1}.00`,
            }),
          );
          expect(result.status).toBe(200);
          expect(ms).toBeLessThan(2 * ANSWERED_WITHIN_MS);
        }
        await expectHealth();
        const statuses = (await Promise.all(attacks)).map(({ status }) => status);
        expect(new Set(statuses)).toEqual(new Set([503]));
      },
    );
  });

  it.each(SHORT_KINDS)(
    'one user’s %s do not slow another user’s requests beyond the promised limit',
    async (name) => {
      const kind = HOSTILE_KINDS.find((one) => one.name === name);
      if (!kind) throw new Error(`there is no kind ${name}`);
      const { attacker, victim } = world;
      const measured = await measureKind(system(), kind, attacker, victim, { aloneMs: 1500, attackMs: 2500 });
      expect(measured.attacks).toBeGreaterThan(0);
      expect(measured.failed).toBe(0);
      expect(measured.attackedP99Ms).toBeLessThan(2 * allowedP99Ms(measured) + SPARE_MS);
      expect(measured.healthMaxMs).toBeLessThan(HEALTH_WITHIN_MS);
    },
  );
}
