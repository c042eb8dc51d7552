import { JOBS_TABLE } from '@tributary/jobs';
import { deadLettersOfUser, outboxOfUser, PROCESSED_COMMANDS } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { FOLLOWED_GRANTS_TABLE } from '../grants/followed-grants.store';

/** A table with rows of users. */
export interface UserTable {
  readonly table: string;
  /** SQL condition: the row `t` belongs to the user `$1`. */
  readonly rowsOfUserSql: string;
  /**
   * Replaces `rowsOfUserSql` in an erasure. Needed where `rowsOfUserSql` reads rows that the erasure deletes first.
   */
  readonly rowsOfErasedUserSql?: string;
  /**
   * The form of the rows in an export. Absent if the export has the same data from another table, or if the rows
   * contain only secrets.
   */
  readonly exportAs?: ExportFormat;
}

/** The form of a table's rows in an export. */
export interface ExportFormat {
  /** Value of `kind` in each exported line. */
  readonly kind: string;
  /** SQL of the sort key, a number; `t.id` by default. */
  readonly sortKeySql?: string;
  /** SQL of a sort key of several columns, `jsonb_build_array(…)`. It has no index, so the table must have few rows. */
  readonly compositeSortKeySql?: string;
  /** Columns that the export omits: credentials, hashes of secrets, bookkeeping of the service. */
  readonly omittedColumns?: readonly string[];
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

/** SQL condition: the text of a message names the user `$1` in `userId`, a member that all events have. */
const NAMES_USER = (column: string): string => `${column} ~ ('"userId":\\s*' || $1::bigint || '[,}\\s]')`;

/**
 * Tables of the message bus in the schema of every service. Rows are erased only in the service's own schema: each
 * service refuses later messages of an erased user itself.
 */
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
