/** A failure between a running service and its database that an operator may have to fix. */
export type DatabaseTrouble =
  | 'disk-full'
  | 'out-of-memory'
  | 'too-many-connections'
  | 'read-only'
  | 'sign-in-refused'
  | 'no-database'
  | 'no-rights'
  | 'starting'
  | 'busy'
  | 'unreachable';

/** Advice in one line, without addresses or names, because readiness shows it to anybody. */
const ADVICE: Readonly<Record<DatabaseTrouble, string>> = {
  'disk-full': 'the disk of the database is full: free space on it, and work continues by itself',
  'out-of-memory': 'the database is out of memory: give it more, or lower DATABASE_POOL_SIZE',
  'too-many-connections':
    'the database accepts no more connections: raise its max_connections, or lower DATABASE_POOL_SIZE',
  'read-only':
    'the database is read-only, as a stand-by is: point DATABASE_URL at the primary, or let it take writes again',
  'sign-in-refused': 'the database refuses the sign-in: check the role and password in DATABASE_URL',
  'no-database': 'the server has no such database: check the name in DATABASE_URL',
  'no-rights': 'the role has no rights on its database or schema: run `provision`, which makes it the owner',
  starting: 'the database is starting, stopping or recovering: wait, or look at its log',
  busy: 'no connection became free in time: the database is slow or away, or DATABASE_POOL_SIZE is too low',
  unreachable: 'the database does not answer: is it running, and are host and port in DATABASE_URL right?',
};

const BY_SQLSTATE: Readonly<Record<string, DatabaseTrouble>> = {
  '53100': 'disk-full',
  '53200': 'out-of-memory',
  '53300': 'too-many-connections',
  '25006': 'read-only',
  '28000': 'sign-in-refused',
  '28P01': 'sign-in-refused',
  '3D000': 'no-database',
  '42501': 'no-rights',
  '57P01': 'starting',
  '57P02': 'starting',
  '57P03': 'starting',
};

const NETWORK_CODE = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|NETUNREACH|HOSTUNREACH)$/;

/** The cause of a failure of a statement or connection; null if it is the statement's own. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = BY_SQLSTATE[code];
  if (known) return known;
  if (NETWORK_CODE.test(code) || /connection terminated/i.test(error.message)) return 'unreachable';
  if (/timeout exceeded when trying to connect/i.test(error.message)) return 'busy';
  if (error instanceof AggregateError) return firstTrouble(error.errors);
  return firstTrouble(['driverError' in error ? error.driverError : null, error.cause]);
}

export function adviceOnTrouble(trouble: DatabaseTrouble): string {
  return ADVICE[trouble];
}

function firstTrouble(errors: readonly unknown[]): DatabaseTrouble | null {
  for (const error of errors) {
    const trouble = troubleOf(error);
    if (trouble) return trouble;
  }
  return null;
}

/**
 * Trouble is remembered for longer than the pause of workers and relay before a retry, so that lasting trouble is
 * noticed again in time.
 */
const REMEMBERED_MS = 15_000;

/** The latest trouble of writers. Services that share a process share a server, so the trouble of one applies to all. */
export class LatestTrouble {
  private latest: { readonly trouble: DatabaseTrouble; readonly atMs: number } | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  current(): DatabaseTrouble | null {
    if (this.latest && this.now() - this.latest.atMs > REMEMBERED_MS) this.latest = null;
    return this.latest?.trouble ?? null;
  }

  /** @returns whether it was not known */
  note(trouble: DatabaseTrouble): boolean {
    const isNews = this.current() !== trouble;
    this.latest = { trouble, atMs: this.now() };
    return isNews;
  }
}

export interface WriteTroubleOptions {
  readonly latest?: LatestTrouble;
  /** Called with the first write after a while that is refused because of a full disk. */
  readonly onDiskFull?: () => void;
  /** Called with each failure that is a trouble of the server. */
  readonly onTrouble?: (trouble: DatabaseTrouble) => void;
}

/**
 * Trouble that a check of the database does not show: it can be reached, but not written. Writers notice it, and it is
 * over when none has for a while.
 */
export class WriteTrouble {
  private readonly latest: LatestTrouble;

  constructor(private readonly options: WriteTroubleOptions = {}) {
    this.latest = options.latest ?? new LatestTrouble();
  }

  /** Returns the result, and records the trouble behind a failure. */
  async watch<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  current(): DatabaseTrouble | null {
    return this.latest.current();
  }

  private note(error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble !== null) this.options.onTrouble?.(trouble);
    if (trouble !== 'disk-full' && trouble !== 'out-of-memory') return;
    if (this.latest.note(trouble) && trouble === 'disk-full') this.options.onDiskFull?.();
  }
}
