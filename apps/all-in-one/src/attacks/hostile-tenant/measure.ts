import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { AttackedSystem, AttackedUser } from '../attacked-system';
import { Attack, Attacker, AttackRequest, HostileKind } from './kinds';

/** Who is measured: one user who reads and writes as a person does. */
export interface Victim {
  readonly user: AttackedUser;
  readonly transactionId: string;
}

/** What a kind of attack did to another user. */
export interface KindMeasured {
  readonly kind: string;
  readonly aloneP99Ms: number;
  readonly attackedP99Ms: number;
  /** Answers to the victim that were no success. */
  readonly failed: number;
  readonly healthMaxMs: number;
  readonly attacks: number;
  /** Of the attacks, those that were refused by a limit (429) or were given up (503). */
  readonly refused: number;
  /** And those that were no attack, since they were asked wrongly. */
  readonly invalid: number;
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
/** A flood of requests that are refused is for the proxy in front: here it would take the generator's own processor. */
const REFUSED_PAUSE_MS = 250;
/** After this an attack has the whole machine, and what was before it has ended. */
const WARM_UP_MS = 500;

/** What the other user may wait at most, by the promise of `docs/security.md`. */
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

/** The victim alone, then under attack, then alone again, so that a machine that changes its pace changes both. */
export async function measureKind(
  system: AttackedSystem,
  kind: HostileKind,
  attacker: Attacker,
  victim: Victim,
  { aloneMs, attackMs }: Measuring,
): Promise<KindMeasured> {
  const attack = await kind.prepare(system, attacker);
  const pool = new Pool(system.url, { connections: kind.parallel, headersTimeout: 60_000 });
  const own = new Pool(system.url, { connections: 4, headersTimeout: 60_000 });
  try {
    const before = await watched(own, victim, aloneMs / 2);
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const attacking = attackWith(pool, attack, kind.parallel, attacker.user.token, stop.signal);
    await pause(Math.min(WARM_UP_MS, attackMs / 4));
    const under = await watched(own, victim, attackMs);
    stop.abort();
    const counted = await attacking;
    await attack.end?.();
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
    await Promise.all([pool.destroy(), own.destroy()]);
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
    const { status, ms } = await send(pool, requestOf(victim, turn), victim.user.token);
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

async function attackWith(pool: Pool, attack: Attack, parallel: number, token: string, signal: AbortSignal) {
  const count = { attacks: 0, refused: 0, invalid: 0 };
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      const turn = count.attacks++;
      const { status } = await send(pool, attack.request(turn), token, signal).catch(() => ({ status: 0 }));
      if (status === 429 || status === 503) count.refused += 1;
      else if (status >= 400) count.invalid += 1;
      if (status === 429) await pause(REFUSED_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  return count;
}

async function send(pool: Pool, request: AttackRequest, token: string, signal?: AbortSignal) {
  const began = performance.now();
  const { method, path, body, authorization = `Bearer ${token}` } = request;
  const { statusCode, body: answer } = await pool.request({
    method,
    path: path.startsWith('http') ? new URL(path).pathname + new URL(path).search : `/api/v1${path}`,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal,
  });
  await answer.dump({ limit: 256 * 1024 * 1024 });
  return { status: statusCode, ms: performance.now() - began };
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0) * 10) / 10;
}
