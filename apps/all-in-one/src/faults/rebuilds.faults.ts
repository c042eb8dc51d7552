import { eventually } from '@tributary/testing';
import { pause } from './pause';
import type { FaultRounds } from './rounds';
import type { ArmedPoint } from './service-under-fault';
import type { SystemUnderFault } from './system-under-fault';

const REACHED_WITHIN_MS = 60_000;

/** Where a gateway, or an owner, dies while the query model is built anew. */
const GATEWAY_POINTS: readonly ArmedPoint[] = [
  { point: 'model.filled', nth: 1 },
  { point: 'model.swapping', nth: 1 },
];

/** The query model is built anew while its gateway and an owner are killed, work comes in, and a second gateway comes and goes. */
export function rebuilds(rounds: FaultRounds): void {
  it('a rebuild of the query model whose gateway dies while it is filled, and in the swap, ends well', async () => {
    for (let round = rounds.count(1, 5); round > 0; round -= 1) {
      await rounds.play('kill -9 of the gateway in a rebuild', () => rebuildUnderFire(rounds.under));
    }
    const before = await checksum(rounds.under);
    await begin(rounds.under);
    await done(rounds.under);
    expect(await checksum(rounds.under)).toEqual(before);
  });
}

async function rebuildUnderFire(under: SystemUnderFault): Promise<void> {
  const gateway = under.service('api-gateway');
  const owner = under.service('rule-engine');
  await under.work.add(1);
  await gateway.kill();
  await owner.kill();
  const [filled, swapping] = GATEWAY_POINTS;
  await begin(under); // waits on the desk until a gateway is there
  await Promise.all([gateway.start(filled), owner.start({ point: 'restatement.told', nth: 1 })]);
  await dead(owner.whenDead());
  await owner.start();
  await under.work.add(1);
  await dead(gateway.whenDead());
  await gateway.start(swapping);
  await dead(gateway.whenDead());
  const second = under.another('api-gateway');
  await Promise.all([gateway.start(), second.start()]);
  await under.work.add(1);
  await done(under);
  await second.stop();
  expect(under.notRunning()).toEqual([]);
}

/** As the operator's command does. */
async function begin({ postgres }: SystemUnderFault): Promise<void> {
  await postgres.rows(
    `insert into api_gateway.operator_requests (kind, parameters)
     values ('rebuild-query-model', jsonb_build_object('request', gen_random_uuid()))`,
  );
}

function done({ postgres }: SystemUnderFault): Promise<void> {
  return eventually(
    async () => {
      const rows = await postgres.rows(
        `select coalesce((select state from api_gateway.query_model_rebuilds order by id desc limit 1), 'NONE') as state,
                (select count(*)::int from api_gateway.operator_requests where ended_at is null) as waiting`,
      );
      expect(rows).toEqual([{ state: 'DONE', waiting: 0 }]);
    },
    { timeoutMs: REACHED_WITHIN_MS, intervalMs: 200 },
  );
}

async function checksum({ postgres }: SystemUnderFault): Promise<unknown> {
  const [asked] = await postgres.rows<{ id: string }>(
    `insert into api_gateway.operator_requests (kind, parameters) values ('checksum-query-model', '{}') returning id`,
  );
  let outcome: unknown;
  await eventually(
    async () => {
      const [row] = await postgres.rows<{ outcome: string | null }>(
        `select outcome from api_gateway.operator_requests where id = ${asked?.id}`,
      );
      expect(row?.outcome).toBeTruthy();
      outcome = JSON.parse(row?.outcome ?? '');
    },
    { timeoutMs: REACHED_WITHIN_MS, intervalMs: 200 },
  );
  return outcome;
}

async function dead(death: Promise<void>): Promise<void> {
  const isDead = await Promise.race([death.then(() => true), pause(REACHED_WITHIN_MS).then(() => false)]);
  if (!isDead) throw new Error('a process did not come to its fault point');
}
