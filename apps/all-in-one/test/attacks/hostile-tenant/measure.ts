import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { AttackedUser } from '../attacked-system';
import type { RestClient } from '../../rest-client';
import { AttackerProcess, Counted } from './attacker-process';
import { Attacker, AttackRequest, HostileKind } from './hostile-kind';
import { send } from './send';

/** The measured victim: a user who reads and writes like a person. */
export interface Victim {
  readonly user: AttackedUser;
  readonly transactionId: string;
}

/** The effect of a kind of attack on another user. */
export interface KindMeasured extends Counted {
  readonly kind: string;
  readonly aloneP99Ms: number;
  readonly attackedP99Ms: number;
  /** The victim's responses that were no success. */
  readonly failed: number;
  readonly healthMaxMs: number;
}

export interface Measuring {
  readonly aloneMs: number;
  readonly attackMs: number;
}

interface Watched {
  readonly requestsMs: number[];
  readonly healthMs: number[];
  failed: number;
}

const VICTIM_PAUSE_MS = 15;
const HEALTH_PAUSE_MS = 50;
/** The time until an attack is fully under way. */
const WARM_UP_MS = 500;

/** Returns the victim's longest permitted wait, according to `docs/explanation/security.md`. */
export function allowedP99Ms({ aloneP99Ms }: KindMeasured): number {
  return 2 * aloneP99Ms + 50;
}

export const HEALTH_MS_MAX = 250;

export function holds(measured: KindMeasured): boolean {
  return (
    measured.failed === 0 &&
    measured.attackedP99Ms <= allowedP99Ms(measured) &&
    measured.healthMaxMs <= HEALTH_MS_MAX
  );
}

/**
 * Measures the victim alone, then under attack, then alone again, so that a change of the machine's speed affects both.
 * The attacker is a separate process.
 */
export async function measureKind(
  system: RestClient,
  kind: HostileKind,
  attacker: Attacker,
  victim: Victim,
  { aloneMs, attackMs }: Measuring,
): Promise<KindMeasured> {
  const attacking = await AttackerProcess.start({ url: system.url, kind: kind.name, attacker });
  const own = new Pool(system.url, { connections: 4, headersTimeout: 60_000 });
  try {
    const before = await watched(own, victim, aloneMs / 2);
    attacking.begin();
    await pause(Math.min(WARM_UP_MS, attackMs / 4));
    const under = await watched(own, victim, attackMs);
    const counted = await attacking.end();
    await pause(WARM_UP_MS);
    const after = await watched(own, victim, aloneMs / 2);
    return {
      kind: kind.name,
      aloneP99Ms: percentile([...before.requestsMs, ...after.requestsMs], 0.99),
      attackedP99Ms: percentile(under.requestsMs, 0.99),
      failed: under.failed,
      healthMaxMs: Math.round(Math.max(...under.healthMs)),
      ...counted,
    };
  } finally {
    await Promise.all([attacking.stop(), own.destroy()]);
  }
}

async function watched(pool: Pool, victim: Victim, ms: number): Promise<Watched> {
  const found: Watched = { requestsMs: [], healthMs: [], failed: 0 };
  const until = performance.now() + ms;
  await Promise.all([useAsPerson(pool, victim, until, found), askHealth(pool, until, found)]);
  return found;
}

async function useAsPerson(pool: Pool, victim: Victim, until: number, found: Watched): Promise<void> {
  for (let turn = 0; performance.now() < until; turn += 1) {
    const { status, ms } = await send(pool, requestOf(victim, turn), victim.user);
    found.requestsMs.push(ms);
    if (status >= 400) found.failed += 1;
    await pause(VICTIM_PAUSE_MS);
  }
}

function requestOf({ transactionId }: Victim, turn: number): AttackRequest {
  const body = { additional_information: `note ${turn}` };
  if (turn % 10 === 9) return { method: 'PUT', path: `/finance/transactions/${transactionId}`, body };
  return { method: 'GET', path: turn % 2 === 0 ? '/finance/transactions' : '/finance/accounts' };
}

async function askHealth(pool: Pool, until: number, found: Watched): Promise<void> {
  while (performance.now() < until) {
    const began = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path: '/health/ready' });
    await body.dump();
    found.healthMs.push(statusCode === 200 ? performance.now() - began : Number.POSITIVE_INFINITY);
    await pause(HEALTH_PAUSE_MS);
  }
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0) * 10) / 10;
}
