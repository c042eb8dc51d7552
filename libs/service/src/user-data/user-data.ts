import { Tx } from '@tributary/persistence';

/** A table with rows of users. */
export interface UserTable {
  readonly table: string;
  /** SQL: the rows `t` that belong to the user `$1`. */
  readonly of: string;
  /** The same in an erasure, where what `of` goes by ends with its beginning. */
  readonly ofErased?: string;
  /** How an export hands the rows over; absent where another table's rows say the same, or nothing but secrets is in it. */
  readonly handedOver?: HandedOver;
}

export interface HandedOver {
  /** What a row is called in the export. */
  readonly kind: string;
  /** The rows' place among the user's, a number: `t.id` unless given. */
  readonly key?: string;
  /** Instead of `key`, for few rows: the place as JSON, `jsonb_build_array(…)`. */
  readonly keys?: string;
  /** Columns that are left out: credentials, hashes of secrets, the service's own bookkeeping. */
  readonly without?: readonly string[];
}

/** Where a service's schema holds something of users: what erasure and export go by. */
export interface UserData {
  /** In the order in which they are erased: what other rows are found by comes last. */
  readonly tables: readonly UserTable[];
  /** Tables without anything of users, and why that is so. */
  readonly others: Readonly<Record<string, string>>;
  /** In the transaction that begins an erasure: ends at once what must not go on. */
  readonly begin?: (tx: Tx, userId: number) => Promise<void>;
  /** SQL that finds a row while something outside is still to be ended for the user `$1`. */
  readonly unfinished?: string;
}

/** A message of the bus as text, distinguished from those of others by the member that all events have. */
const NAMES_USER = (column: string): string => `${column} ~ ('"userId":\\s*' || $1::bigint || '[,}\\s]')`;

/** In every service's schema. What is on its way to others is theirs to refuse. */
export const BUS_TABLES: readonly UserTable[] = [
  // Removals are published in any case, by ids alone; what is published again is counted.
  {
    table: 'outbox',
    of: `t.topic not like '%.deleted' and t.topic not like '%.restated' and ${NAMES_USER('t.value')}`,
  },
  { table: 'dead_letters', of: NAMES_USER('t.value') },
  { table: 'processed_commands', of: 't.user_id = $1' },
  { table: 'jobs', of: 't.user_id = $1' },
  { table: 'followed_grants', of: 't.user_id = $1' },
];

/** In every service's schema, with nothing of users but the id of one who is erased. */
export const PLATFORM_TABLES: Readonly<Record<string, string>> = {
  migrations: 'names of changes of the schema',
  outbox_lease: 'which instance publishes',
  operator_requests: 'what operators asked for, by ids',
  erased_users: 'ids that nothing is taken of any more',
};
