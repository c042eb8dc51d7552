import { AttackedSystem, Shape, SHAPES } from '../apps/all-in-one/test/attacks/attacked-system';
import type { Attacker } from '../apps/all-in-one/test/attacks/hostile-tenant/hostile-kind';
import { HOSTILE_KINDS } from '../apps/all-in-one/test/attacks/hostile-tenant/kinds';
import {
  allowedP99Ms,
  HEALTH_MS_MAX,
  holds,
  KindMeasured,
  measureKind,
} from '../apps/all-in-one/test/attacks/hostile-tenant/measure';
import { tenants } from '../apps/all-in-one/test/attacks/hostile-tenant/tenants';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inScratch, report, say, withPostgres } from './benchmark';

/**
 * One user repeats one expensive action while another reads and writes: measures how long the other waits, alone and
 * under attack, and whether readiness answers. With an installation's limits.
 *
 * npm run bench -- hostile-tenant [seconds of each attack] [one
 * kafka] [parts of kinds' names, with commas between]
 *
 * `BENCH_ACCOUNTS` makes the bank smaller, for a quick trial. All kinds in both shapes take about 50 minutes with the
 * 40 seconds of the default.
 */
async function main(): Promise<void> {
  const [seconds = '40', shapes = '', part = ''] = process.argv.slice(2);
  const attackMs = Number(seconds) * 1000;
  const chosen = SHAPES.filter((shape) => shape.toLowerCase().includes(shapes));
  const measured: (KindMeasured & { readonly shape: Shape })[] = [];
  let unmeasured = 0;
  await inScratch((scratch) =>
    withPostgres(path.join(scratch, 'postgres'), async ({ url }) => {
      for (const shape of chosen) {
        for (const one of await measureShape(shape, url, attackMs, part)) {
          if (one === null) unmeasured += 1;
          else measured.push({ ...one, shape });
        }
      }
    }),
  );
  const ratios = {
    measured: measured.length,
    unmeasured,
    missed: measured.filter((one) => !holds(one)).length,
    health_ms: Math.max(...measured.map(({ healthMaxMs }) => healthMaxMs)),
  };
  const limits = {
    measured: { min: 1 },
    unmeasured: { max: 0 },
    missed: { max: 0 },
    health_ms: { max: HEALTH_MS_MAX },
  };
  report('hostile-tenant', { ratios, figures: measured, limits });
}

async function measureShape(
  shape: Shape,
  postgresUrl: string,
  attackMs: number,
  part: string,
): Promise<(KindMeasured | null)[]> {
  const bankAccounts = process.env.BENCH_ACCOUNTS ? Number(process.env.BENCH_ACCOUNTS) : 'all';
  const system = await AttackedSystem.start(shape, {
    bankAccounts,
    postgresUrl,
    sendsMail: true,
  });
  const measured: (KindMeasured | null)[] = [];
  try {
    const { attacker, victim } = await tenants(system, 'bench');
    say(`${shape}: ${system.url}`);
    say(
      `\n| ${shape} | alone p99 ms | attacked p99 ms | allowed | failed | health max ms | attacks | answers | |`,
    );
    say('|---|---|---|---|---|---|---|---|---|');
    for (const kind of HOSTILE_KINDS.filter(({ name }) =>
      part.split(',').some((one) => name.includes(one)),
    )) {
      await untilAllowed(system, attacker);
      const measuring = { aloneMs: attackMs / 4, attackMs };
      const one = await measureKind(system, kind, attacker, victim, measuring).catch((error: unknown) => {
        say(
          `| ${kind.name} | could not be measured: ${error instanceof Error ? error.message : String(error)} |`,
        );
        return null;
      });
      measured.push(one);
      if (one) say(rowOf(one));
    }
  } finally {
    await system.stop();
  }
  return measured;
}

/** An attack begins with nearly its user's whole allowance of a minute, whatever the one before used. */
async function untilAllowed(system: AttackedSystem, { user }: Attacker): Promise<void> {
  const { headers } = await system.rest('GET', '/user', user.token);
  const [left, limit, resetS] = ['remaining', 'limit', 'reset'].map((name) =>
    Number(headers.get(`ratelimit-${name}`)),
  );
  if ((left ?? 0) < 0.9 * (limit ?? 0)) await pause((resetS ?? 0) * 1000);
}

function rowOf(one: KindMeasured): string {
  const { kind, aloneP99Ms, attackedP99Ms, failed, healthMaxMs, attacks } = one;
  const allowed = Math.round(allowedP99Ms(one));
  const answers = Object.entries(one.answers).map(([status, count]) => `${status}: ${count}`);
  const cells = [kind, aloneP99Ms, attackedP99Ms, allowed, failed, healthMaxMs, attacks, answers.join(', ')];
  return `| ${cells.join(' | ')} | ${holds(one) ? 'holds' : 'DOES NOT HOLD'} |`;
}

void main();
