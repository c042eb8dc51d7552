import { DestinationType } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { failedTransfers } from '../../model/stores/transfers.store';

/** Failures are grouped by this many characters of their reasons. */
export const REASON_LENGTH_MAX = 500;
/** Maximum number of a user's failed transfers that are read, newest first. */
const FAILURES_MAX = 10_000;
const GROUPS_MAX = 200;
const LINKS_MAX = 20;
/** Maximum of transfers that one command retries. */
const RETRIED_MAX = 1_000;

export interface FailureGroup {
  readonly reason: string | null;
  readonly destination_type: DestinationType | null;
}

/** A group of failed transfers in its REST form. */
interface FailureGroupRow extends FailureGroup {
  readonly transfers: number;
  readonly transfer_links: readonly string[];
  readonly last_transfer_log_id: number;
  readonly last_failed_at: Date;
}

/** The user's failed transfers on links that are not deleted, by the reason of the last attempt. One statement. */
export async function readFailures(
  database: Queryable,
  access: Access,
): Promise<{ failures: FailureGroupRow[]; complete: boolean }> {
  const parameters = new SqlParameters();
  const rows = await database.query<FailureGroupRow & { readonly read: number }>(
    `with ${failed(parameters, access)}
     select reason, destination_type, count(*)::int as transfers,
            (array_agg(distinct transfer_link_id))[1:${LINKS_MAX}]::text[] as transfer_links,
            max(log_id) as last_transfer_log_id, max(attempted_at) as last_failed_at,
            (select count(*)::int from newest) as read
       from failed
      group by reason, destination_type
      order by transfers desc, last_transfer_log_id desc
      limit ${GROUPS_MAX}`,
    parameters.values,
  );
  const failures = rows.map(({ read: _, ...group }) => group);
  return { failures, complete: (rows[0]?.read ?? 0) <= FAILURES_MAX };
}

/** The last logs of a group's transfers, as many as one command retries, and how many there are. One statement. */
export async function readGroup(
  database: Queryable,
  access: Access,
  { reason, destination_type: type }: FailureGroup,
): Promise<{ logIds: number[]; total: number }> {
  const parameters = new SqlParameters();
  const rows = await database.query<{ log_id: number; total: number }>(
    `with ${failed(parameters, access)}
     select log_id, count(*) over ()::int as total
       from failed
      where reason is not distinct from ${parameters.add(reason)}::text
        and destination_type is not distinct from ${parameters.add(type)}::text and carries
      order by log_id
      limit ${RETRIED_MAX}`,
    parameters.values,
  );
  return { logIds: rows.map(({ log_id }) => log_id), total: rows[0]?.total ?? 0 };
}

function failed(parameters: SqlParameters, access: Access): string {
  const limits = { transfersMax: FAILURES_MAX, reasonLengthMax: REASON_LENGTH_MAX };
  return failedTransfers(ofGrantedAccounts(parameters, access, 't'), limits);
}
