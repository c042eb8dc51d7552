import { once, setMaxListeners } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { RestClient } from '../../rest-client';
import type { AttackedUser } from '../attacked-system';
import type { AttackStart, Counted } from './attacker-process';
import type { Attack } from './hostile-kind';
import { HOSTILE_KINDS } from './kinds';
import { send } from './send';

/**
 * The pause after refused requests. In production a proxy handles such a flood; here it would use the machine's own
 * processor.
 */
const REFUSED_PAUSE_MS = 250;

async function main({ url, kind: name, attacker }: AttackStart): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW);
  const kind = HOSTILE_KINDS.find((one) => one.name === name);
  if (!kind) throw new Error(`there is no kind ${name}`);
  const attack = await kind.prepare(new RestClient(() => url), attacker);
  process.send?.('ready');
  await once(process, 'message');
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const pool = new Pool(url, { connections: kind.parallel, headersTimeout: 60_000 });
  const attacking = attackWith(pool, attack, kind.parallel, attacker.user, stop.signal);
  await once(process, 'message');
  stop.abort();
  const counted = await attacking;
  await attack.end?.();
  await pool.destroy();
  process.send?.(counted);
}

async function attackWith(
  pool: Pool,
  attack: Attack,
  parallel: number,
  user: AttackedUser,
  signal: AbortSignal,
): Promise<Counted> {
  let attacks = 0;
  const answers: Record<number, number> = {};
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const turn = attacks++;
      const { status } = await send(pool, attack.request(turn), user, signal).catch(() => ({ status: 0 }));
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 429 || status === 409) await pause(REFUSED_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  return { attacks, answers };
}

process.once('message', (start) => {
  main(start as AttackStart).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});
