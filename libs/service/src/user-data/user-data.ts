import { Tx } from '@tributary/persistence';

/** A table with rows of users. */
export interface UserTable {
  readonly table: string;
  /** SQL: the rows `t` that belong to the user `$1`. */
  readonly of: string;
  /** The same in an erasure, if the rows that `of` reads are erased at its beginning. */
  readonly ofErased?: string;
  /**
   * How an export returns the rows; absent if another table's rows contain the same, or if they contain only secrets.
   */
  readonly handedOver?: HandedOver;
}

export interface HandedOver {
  /** The name of a row in the export. */
  readonly kind: string;
  /** The rows' sort key, a number: default `t.id`. */
  readonly key?: string;
  /** Instead of `key`, for few rows: the sort key as JSON, `jsonb_build_array(…)`. */
  readonly keys?: string;
  /** Columns that are left out: credentials, hashes of secrets, the service's own bookkeeping. */
  readonly without?: readonly string[];
}

/** The tables of a service with users' data, for erasure and export. */
export interface UserData {
  /** In the order in which they are erased: rows that others are found by come last. */
  readonly tables: readonly UserTable[];
  /** Tables without users' data, and why. */
  readonly others: Readonly<Record<string, string>>;
  /** In the transaction that begins an erasure: stops immediately what must not continue. */
  readonly begin?: (tx: Tx, userId: number) => Promise<void>;
  /** SQL that finds a row while something outside still has to end for the user `$1`. */
  readonly unfinished?: string;
}

/** A message of the bus as text, distinguished from those of others by the member that all events have. */
const NAMES_USER = (column: string): string => `${column} ~ ('"userId":\\s*' || $1::bigint || '[,}\\s]')`;

/** In every service's schema. Messages to other services are refused there. */
export const BUS_TABLES: readonly UserTable[] = [
  // Removals are always published, only with ids; repeated publications are counted.
  {
    table: 'outbox',
    of: `t.topic not like '%.deleted' and t.topic not like '%.restated' and ${NAMES_USER('t.value')}`,
  },
  { table: 'dead_letters', of: NAMES_USER('t.value') },
  { table: 'processed_commands', of: 't.user_id = $1' },
  { table: 'jobs', of: 't.user_id = $1' },
  { table: 'followed_grants', of: 't.user_id = $1' },
];

/** In every service's schema, only with the ids of erased users. */
export const PLATFORM_TABLES: Readonly<Record<string, string>> = {
  migrations: 'names of changes of the schema',
  outbox_lease: 'which instance publishes',
  operator_requests: 'requests of operators, by ids',
  erased_users: 'ids whose later messages are refused',
};
