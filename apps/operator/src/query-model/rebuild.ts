import { randomUUID } from 'node:crypto';
import { deadLettersSince } from '@tributary/messaging';
import { Pool } from 'pg';
import { CommandContext } from '../command-line';
import { RequestFailed } from '../requests/request-service';

/** The progress of an owner's replay, and of the gateway's processing. */
export interface OwnerProgress {
  readonly service: string;
  readonly rows_replayed: number;
  /** An estimate; null until the replay has begun. */
  readonly rows_total: number | null;
  readonly messages_applied: number;
  /** Null until the last message is published. */
  readonly messages: number | null;
}

export interface Rebuild {
  readonly rebuild: number;
  readonly state: 'FILLING' | 'DONE' | 'CANCELLED' | 'FAILED';
  readonly requested_at: string;
  readonly ended_at: string | null;
  readonly outcome: string | null;
  /** Messages that could not be stored. The rebuild ends when they have been replayed. */
  readonly dead_letters: number;
  readonly owners: readonly OwnerProgress[];
}

interface Options {
  readonly say: (line: string) => void;
  readonly wait: boolean;
  readonly lookEveryMs?: number;
}

/**
 * Starts a rebuild and, if requested, waits until it ends and shows its progress.
 * @throws RequestFailed if it fails
 */
export async function rebuildQueryModel(
  { pool, request }: CommandContext,
  { say, wait, lookEveryMs = 2000 }: Options,
): Promise<void> {
  const parameters = { request: randomUUID() };
  const id = await request({ service: 'api-gateway', kind: 'rebuild-query-model', parameters });
  if (!wait) return say(`rebuild ${id} has begun`);
  for (let shown = ''; ;) {
    const rebuild = await readRebuild(pool, Number(id));
    if (!rebuild) throw new RequestFailed(`rebuild ${id} no longer exists`);
    const line = progressOf(rebuild);
    if (line !== shown) say((shown = line));
    if (rebuild.state === 'DONE') return say(`rebuild ${id}: ${rebuild.outcome ?? 'done'}`);
    if (rebuild.state !== 'FILLING')
      throw new RequestFailed(`rebuild ${id}: ${rebuild.outcome ?? rebuild.state}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

export function cancelRebuild({ request }: CommandContext): Promise<string> {
  return request({ service: 'api-gateway', kind: 'cancel-query-model-rebuild', parameters: {} });
}

/** Returns a checksum of each table of the query model, all in one snapshot. */
export async function checksumQueryModel({ request }: CommandContext): Promise<object[]> {
  const reply = await request({ service: 'api-gateway', kind: 'checksum-query-model', parameters: {} });
  return JSON.parse(reply) as object[];
}

/**
 * Reads a rebuild.
 * @param id default: the latest
 * @returns null if there was none
 */
export async function readRebuild(pool: Pool, id?: number): Promise<Rebuild | null> {
  const { rows } = await pool.query<Rebuild>(
    `select r.id as rebuild, r.state, r.requested_at, r.ended_at, r.outcome,
            (${deadLettersSince('%.restated', 'r.requested_at', 'api_gateway')}) as dead_letters,
            (select json_agg(json_build_object('service', o.service, 'rows_replayed', o.rows_replayed, 'rows_total', o.rows_total,
                      'messages_applied', (select count(*) from api_gateway.query_model_replayed_messages m
                                          where m.rebuild_id = o.rebuild_id and m.service = o.service),
                      'messages', o.messages) order by o.service)
               from api_gateway.query_model_replays o where o.rebuild_id = r.id) as owners
       from api_gateway.query_model_rebuilds r
      where $1::bigint is null or r.id = $1 order by r.id desc limit 1`,
    [id ?? null],
  );
  return rows[0] ?? null;
}

function progressOf({ state, owners, dead_letters }: Rebuild): string {
  const replayed = owners.map(
    ({ service, rows_replayed, rows_total }) => `${service} ${rows_replayed} of ${rows_total ?? 'unknown'}`,
  );
  const isAllTaken = owners.every(({ messages, messages_applied }) => messages === messages_applied);
  const progress = state === 'FILLING' && isAllTaken ? 'completing and swapping' : replayed.join(', ');
  return dead_letters === 0
    ? progress
    : `${progress}; ${dead_letters} messages became dead letters: replay them (dead-letters replay api-gateway)`;
}
