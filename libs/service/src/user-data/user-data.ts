import { JOBS_TABLE } from '@tributary/jobs';
import { deadLettersOfUser, outboxOfUser, PROCESSED_COMMANDS } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { FOLLOWED_GRANTS_TABLE } from '../grants/followed-grants.store';

/** A table with rows of users. */
export interface UserTable {
  readonly table: string;
  /** SQL: the rows `t` that belong to the user `$1`. */
  readonly of: string;
  /** The same in an erasure, if the rows that `of` reads are erased at its beginning. */
  readonly ofErased?: string;
  /** Form of the rows in an export; absent if another table's rows contain the same, or if they contain only secrets. */
  readonly handedOver?: HandedOver;
}

export interface HandedOver {
  /** The name of a row in the export. */
  readonly kind: string;
  /** The rows' sort key, a number: default `t.id`. */
  readonly key?: string;
  /** Replaces `key` for few rows: the sort key as JSON, `jsonb_build_array(…)`. */
  readonly keys?: string;
  /** Columns that are left out: credentials, hashes of secrets, the service's own bookkeeping. */
  readonly without?: readonly string[];
}

/** The tables of a service with users' data, for erasure and export. */
export interface UserData {
  /** Tables in the order of their erasure: rows that identify the user of others come last. */
  readonly tables: readonly UserTable[];
  /** Tables without users' data, each with the reason. */
  readonly others: Readonly<Record<string, string>>;
  /** Runs in the transaction that begins an erasure, and stops work that must not continue. */
  readonly begin?: (tx: Tx, userId: number) => Promise<void>;
  /** SQL that returns a row while work outside the schema still has to end for the user `$1`. */
  readonly unfinished?: string;
}

/** A message of the bus as text, distinguished from those of others by the member that all events have. */
const NAMES_USER = (column: string): string => `${column} ~ ('"userId":\\s*' || $1::bigint || '[,}\\s]')`;

/** Tables of the bus in every service's schema. Other services refuse messages of erased users themselves. */
export const BUS_TABLES: readonly UserTable[] = [
  outboxOfUser(NAMES_USER('t.value')),
  deadLettersOfUser(NAMES_USER('t.value')),
  PROCESSED_COMMANDS,
  JOBS_TABLE,
  FOLLOWED_GRANTS_TABLE,
];

/** Tables in every service's schema that have only the ids of erased users. */
export const PLATFORM_TABLES: Readonly<Record<string, string>> = {
  migrations: 'names of changes of the schema',
  outbox_lease: 'which instance publishes',
  operator_requests: 'requests of operators, by ids',
  erased_users: 'ids whose later messages are refused',
};
