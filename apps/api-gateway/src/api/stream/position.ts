/** A moment of the query model: its snapshot sees all changes that were committed before. */
export interface Position {
  /** Unix time in milliseconds, by the database's clock. */
  readonly atMs: number;
  /** `xmin:xmax:xip,…`, as Postgres writes a `pg_snapshot`. */
  readonly snapshot: string;
}

const ID = /^(\d{13})-(\d{1,20})\.(\d{1,20})((?:\.\d{1,20})*)$/;
const ID_LENGTH_MAX = 8000;

/** The id of an event, from which a client resumes. */
export function eventIdOf({ atMs, snapshot }: Position): string {
  return `${atMs}-${snapshot.replace(/:$/, '').replaceAll(/[:,]/g, '.')}`;
}

/** The position of a `Last-Event-ID`; null if it is no id of this API. */
export function positionOf(eventId: string): Position | null {
  const [, at, xmin, xmax, others = ''] = (eventId.length <= ID_LENGTH_MAX && ID.exec(eventId)) || [];
  if (at === undefined || xmin === undefined || xmax === undefined) return null;
  const running = others.split('.').slice(1);
  if (!isSnapshot(BigInt(xmin), BigInt(xmax), running.map(BigInt))) return null;
  return { atMs: Number(at), snapshot: `${xmin}:${xmax}:${running.join(',')}` };
}

const XID_MAX = 2n ** 63n - 1n;

/** Whether Postgres accepts the snapshot: transactions in progress in ascending order, from `xmin` to before `xmax`. */
function isSnapshot(xmin: bigint, xmax: bigint, running: readonly bigint[]): boolean {
  const isInOrder = running.every((xid, index) => xid >= (running[index - 1] ?? xmin) && xid < xmax);
  return xmin > 0n && xmin <= xmax && xmax <= XID_MAX && isInOrder;
}
