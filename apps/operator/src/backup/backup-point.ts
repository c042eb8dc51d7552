import { SERVICES, ServiceName } from '@tributary/contracts';
import { KafkaGroups, outboxHold } from '@tributary/messaging';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool, PoolClient } from 'pg';
import { OperatorConfig, schemaOf } from '../operator.config';
import { RequestFailed } from '../requests/request-service';

/** A moment at which all messages are in the database, and none only in the broker. */
export interface BackupPoint {
  readonly name: string;
  /** Position in the write-ahead log. */
  readonly lsn: string;
  readonly at: Date;
  /** How long messages waited in the services' outboxes. */
  readonly heldMs: number;
}

export interface BackupPointOptions {
  readonly name: string;
  /** How long to wait for consumers to catch up. */
  readonly catchUpWithinMs: number;
  /** Work on the snapshot of the point, by its id; the relays publish again meanwhile. */
  readonly onSnapshot?: (snapshot: string) => Promise<void>;
}

/** The duration of the leases: if this process dies, the relays claim them again after this time. */
const PAUSE_LEASE_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * Creates a point to which the database can be restored. A message that one service has published and another has not
 * consumed is only in the broker, and would be lost. So relays pause for a moment, consumers catch up, and a named
 * restore point is written while all unpublished messages wait in the outboxes. Writes continue.
 * @throws RequestFailed if consumers do not catch up
 */
export async function makeBackupPoint(
  pool: Pool,
  { kafka }: OperatorConfig,
  options: BackupPointOptions,
): Promise<BackupPoint> {
  await requireDetailedLog(pool);
  const groups = kafka && new KafkaGroups(kafka);
  await groups?.connect();
  const hold = new RelayPause(pool);
  const client = await pool.connect();
  try {
    const began = performance.now();
    await hold.claim();
    if (groups) await caughtUp(groups, hold, options.catchUpWithinMs);
    const { snapshot, ...point } = await mark(client, options.name);
    await hold.release();
    const heldMs = Math.round(performance.now() - began);
    await options.onSnapshot?.(snapshot);
    await client.query('commit');
    return { ...point, heldMs };
  } finally {
    await hold.release();
    client.release(true); // ends its open transaction, too
    await groups?.close();
  }
}

/**
 * Checks the server's `wal_level`: a minimal log cannot be restored to a point.
 * @throws RequestFailed
 */
async function requireDetailedLog(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ level: string }>(`select current_setting('wal_level') as level`);
  if (rows[0]?.level !== 'minimal') return;
  throw new RequestFailed(
    'no point was made: the log of this PostgreSQL has too few details for one (wal_level = minimal). ' +
      'The PostgreSQL of "npx tributary serve" is set like this: back it up with "npx tributary backup FILE". ' +
      'In a PostgreSQL of your own, set wal_level = replica',
  );
}

/** Writes the restore point and then exports the snapshot, while the relays pause. */
async function mark(
  client: PoolClient,
  name: string,
): Promise<{ name: string; lsn: string; at: Date; snapshot: string }> {
  const { rows } = await client.query<{ lsn: string; at: Date }>(
    'select pg_create_restore_point($1)::text as lsn, clock_timestamp() as at',
    [name],
  );
  await client.query('begin transaction isolation level repeatable read read only');
  const exported = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  const [point] = rows;
  if (!point) throw new Error('no restore point was made');
  return { name, ...point, snapshot: exported.rows[0]?.snapshot ?? '' };
}

async function caughtUp(groups: KafkaGroups, hold: RelayPause, withinMs: number): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (let quiet = 0; quiet < 2;) {
    const statuses = await groups.statuses([...SERVICES]);
    const behind = statuses.filter(({ lag }) => lag > 0);
    // A publication that was running when the relays paused may still arrive, so two checks in a row must succeed.
    quiet = behind.length === 0 ? quiet + 1 : 0;
    if (behind.length > 0 && Date.now() > giveUpAt) {
      const who = behind.map(({ group, lag }) => `${group} (${lag} messages)`).join(', ');
      throw new RequestFailed(`no point was made: these did not catch up in time: ${who}`);
    }
    await hold.renew();
    await pause(LOOK_EVERY_MS);
  }
}

/** Pauses all relays by taking the leases of their outboxes, as another instance of each service would. */
class RelayPause {
  /** The fence of each claimed lease, by service. */
  private readonly claimed = new Map<ServiceName, number>();

  constructor(private readonly pool: Pool) {}

  /**
   * Claims the leases from their holders; the new fence prevents a relay from deleting messages that it still
   * publishes.
   */
  async claim(): Promise<void> {
    for (const service of SERVICES) {
      const { rows } = await this.pool.query<{ fence: number }>(
        outboxHold.claim(schemaOf(service), PAUSE_LEASE_MS),
      );
      if (rows[0]) this.claimed.set(service, rows[0].fence);
    }
  }

  /**
   * Renews the leases.
   * @throws RequestFailed if another process has claimed one
   */
  async renew(): Promise<void> {
    for (const [service, fence] of this.claimed) {
      const { rowCount } = await this.pool.query(outboxHold.renew(schemaOf(service), PAUSE_LEASE_MS), [
        fence,
      ]);
      if (rowCount === 0) throw new RequestFailed(`no point was made: ${service} could not be held`);
    }
  }

  async release(): Promise<void> {
    for (const [service, fence] of this.claimed) {
      await this.pool.query(outboxHold.release(schemaOf(service)), [fence]);
      this.claimed.delete(service);
    }
  }
}
