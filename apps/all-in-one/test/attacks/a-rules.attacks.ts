import { eventually } from '@tributary/testing';
import type { AttackedSystem, AttackedUser } from './attacked-system';

/** The victim's longest wait for a read during an attack; without the defences it was minutes. */
const QUICK_MS = 5_000;
const WITHIN = { timeoutMs: 60_000 };

const PAYEE = { action_type: 'SET_FIELD', field_name: 'mapped_fields.payee' };
const TEXT = Array.from({ length: 4_500 }, (_, at) => 'ab'[(at * at * 7 + (at >> 3)) & 1]).join('');
/** A value within the limits of patterns and templates that takes minutes for each transaction. */
const ENDLESS =
  `{% if amount %}{% assign t = "${TEXT}" %}{% for i in (1..1000) %}` +
  '{% assign p = i | prepend: "a[ab]{900}|" %}{{ t | regex_replace: p, "" | size }}{% endfor %}{% endif %}';

/** Section A of docs/explanation/security.md: rules, previews and applications that would block other users. */
export function stoppingWithRules(system: () => AttackedSystem): void {
  let attacker: AttackedUser;
  let victim: AttackedUser;
  let accountId: string;

  beforeAll(async () => {
    attacker = await system().user('slow-rules');
    victim = await system().user('beside-slow-rules');
    [accountId = ''] = await system().connectBank(attacker);
  });

  const attack = (path: string, body: unknown) => system().rest('POST', path, attacker.token, body);

  it('a rule whose patterns would compile for minutes is refused before compiling', async () => {
    const value = 'a{0,1000}'.repeat(109);
    const condition = {
      transaction_type: 'ANY',
      field_name: 'mapped_fields.payee',
      operator: 'matches',
      value,
    };
    const conditions = Array<typeof condition>(100).fill(condition);
    const { answer, slowestMs } = await beside(system(), victim, () =>
      attack('/rules', rule({ conditions })),
    );
    expect([answer.status, Object.keys(answer.body['errors'] as object)]).toEqual([422, ['conditions']]);
    expect(slowestMs).toBeLessThan(QUICK_MS);
    expect(await system().data<unknown[]>('GET', '/rules', attacker.token)).toEqual([]);
  });

  it.each([
    ["{{ amount | regex_replace: 'a{0,1000}a{0,1000}$', '' }}", 'rule.actions.0.value', '2000 instructions'],
    [ENDLESS, 'rule', '1000 ms'],
  ])(
    'a preview that would run for minutes fails with the name of the limit: %#',
    async (value, member, limit) => {
      const preview = { rule: rule({ actions: [{ ...PAYEE, value }] }), matches_max: 1 };
      const { answer, slowestMs } = await beside(system(), victim, () => attack('/rules/preview', preview));
      expect(answer.status).toBe(422);
      const errors = answer.body['errors'] as Record<string, string[]>;
      const named = Object.entries(errors).filter(([name]) => name.endsWith(member));
      expect(named.flatMap(([, messages]) => messages).join()).toContain(limit);
      expect(slowestMs).toBeLessThan(QUICK_MS);
    },
  );

  it('a saved rule that exceeds its limits is switched off, its owner is notified, and transactions continue without it', async () => {
    const { id } = await system().data<{ id: string }>(
      'POST',
      '/rules',
      attacker.token,
      rule({ actions: [{ ...PAYEE, value: ENDLESS }] }),
    );
    await system().data('POST', `/rules/${id}/accounts/${accountId}`, attacker.token, {});
    const url = `${system().sandbox.receiverUrl}/hooks/slow-rules`;
    const hook = { url, events: ['rule.disabled'] };
    const { secret } = await system().data<{ secret: string }>('POST', '/webhooks', attacker.token, hook);
    await system().control.trustHook('slow-rules', secret);
    const { slowestMs } = await beside(system(), victim, () =>
      bookAndSync(system(), attacker, accountId, 20),
    );
    expect(slowestMs).toBeLessThan(QUICK_MS);
    await eventually(async () => {
      const off = await system().data('GET', `/rules/${id}`, attacker.token);
      expect(off).toMatchObject({ disabled_reason: expect.stringContaining('1000 ms') as string });
      expect(off['disabled_at']).toEqual(expect.any(String));
      const logs = await system().data<{ kind: string; error: string }[]>(
        'GET',
        `/rule-logs?filter[rule_id]=${id}`,
        attacker.token,
      );
      expect(logs).toEqual([
        expect.objectContaining({ kind: 'FAILED', error: expect.stringContaining('switched off') as string }),
      ]);
    }, WITHIN);
    await eventually(async () => {
      const { receiver } = await system().control.summary('BERKA');
      expect(receiver['slow-rules']).toMatchObject({ unique_ids: 1, types: { 'rule.disabled': 1 } });
    }, WITHIN);
    // The gateway stores the event separately, possibly after the endpoint has received its delivery.
    await eventually(async () => {
      const listed = await system().data(
        'GET',
        '/webhooks/events?filter[type]=rule.disabled',
        attacker.token,
      );
      expect(listed).toMatchObject([
        {
          data: { rule: { id, name: 'Slow', disabled_reason: expect.stringContaining('1000 ms') as string } },
        },
      ]);
    }, WITHIN);
  });

  it('a crash during a rule that exceeds its limits causes no loop: the batch continues without the rule', async () => {
    const { id } = await system().data<{ id: string }>(
      'POST',
      '/rules',
      attacker.token,
      rule({ name: 'Crashing', actions: [{ ...PAYEE, value: ENDLESS }] }),
    );
    await system().data('POST', `/rules/${id}/accounts/${accountId}`, attacker.token, {});
    await book(system(), accountId, 'Crashed under', 5);
    await system().data('POST', `/finance/accounts/${accountId}/sync`, attacker.token, {});
    await eventually(async () => expect(await batchesUnderWay(system())).toBeGreaterThan(0), WITHIN);
    await system().crash('rule-engine');
    await arrived(system(), attacker, 'Crashed under', 5);
    await eventually(async () => {
      const off = await system().data('GET', `/rules/${id}`, attacker.token);
      expect(off).toMatchObject({ enabled: 'false', disabled_reason: expect.any(String) as string });
      const events = await system().data<{ data: { rule: { id: string } } }[]>(
        'GET',
        '/webhooks/events?filter[type]=rule.disabled',
        attacker.token,
      );
      expect(events.filter(({ data }) => data.rule.id === id)).toHaveLength(1);
    }, WITHIN);
  });
}

/** Returns the open transactions of the rule engine in which a batch waits for its rules. */
async function batchesUnderWay(system: AttackedSystem): Promise<number> {
  const [row] = await system.sql<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = 'rule_engine' and state = 'idle in transaction'
        and xact_start < clock_timestamp() - interval '200 milliseconds'`,
  );
  return row?.count ?? 0;
}

function rule(members: object): object {
  return { name: 'Slow', scope: 'ANY', conditions: [], actions: [{ ...PAYEE, value: 'Shaped' }], ...members };
}

/**
 * Runs an attack.
 * @returns its result, the time of the victim's slowest read and that of the readiness check meanwhile
 */
async function beside<Result>(
  system: AttackedSystem,
  { token }: AttackedUser,
  attack: () => Promise<Result>,
): Promise<{ readonly answer: Result; readonly slowestMs: number }> {
  let isOver = false;
  let slowestMs = 0;
  const timed = async (request: () => Promise<number>) => {
    const began = performance.now();
    expect(await request()).toBe(200);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  };
  const watching = (async () => {
    while (!isOver) {
      await timed(async () => (await system.rest('GET', '/rules', token)).status);
      await timed(async () => (await fetch(`${system.url}/health/ready`)).status);
    }
  })();
  const answer = await attack().finally(() => (isOver = true));
  await watching;
  return { answer, slowestMs };
}

/** Books transactions at the bank, and syncs them as the user. */
async function bookAndSync(
  system: AttackedSystem,
  user: AttackedUser,
  accountId: string,
  count: number,
): Promise<void> {
  await book(system, accountId, 'Slow rules', count);
  await system.data('POST', `/finance/accounts/${accountId}/sync`, user.token, {});
  await arrived(system, user, 'Slow rules', count);
}

async function book(system: AttackedSystem, accountId: string, title: string, count: number): Promise<void> {
  const [account] = await system.sql<{ external_id: string }>(
    'select external_id from ingestion_sync.financial_accounts where id = $1',
    [accountId],
  );
  const booked = Array.from({ length: count }, (_, at) => ({
    transactionId: `${title} ${at}`,
    bookingDate: new Date().toISOString().slice(0, 10),
    transactionAmount: { amount: '-12.34', currency: 'CZK' },
    creditorName: title,
    remittanceInformationUnstructured: title,
  }));
  await system.control.book(account?.external_id ?? '', booked);
}

async function arrived(
  system: AttackedSystem,
  { token }: AttackedUser,
  title: string,
  count: number,
): Promise<void> {
  const path = `/finance/transactions?filter[search]=${encodeURIComponent(title)}&page[size]=100`;
  await eventually(
    async () => expect(await system.data<unknown[]>('GET', path, token)).toHaveLength(count),
    WITHIN,
  );
}
