import { EventPayload, RuleLogEntry, RuleLoggedV1 } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import {
  ConditionsOf,
  equalsFlag,
  equalsId,
  equalsText,
  onOrAfter,
  onOrBefore,
  readList,
  RowsAndTotal,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { RULE_LOG_LIST } from './rule-list';

export type RuleLogQuery = ListQuery<typeof RULE_LOG_LIST>;

type Kind = EventPayload<typeof RuleLoggedV1>['logs'][number]['kind'];

/** A log as the query model has it, and the reversal that took it back. */
export interface RuleLogRow {
  readonly id: number;
  readonly account_id: number;
  readonly rule_id: number;
  readonly transaction_id: number;
  readonly transfer_link_id: number | null;
  readonly kind: Kind;
  readonly action_id: number | null;
  readonly action_type: RuleLogEntry['actionType'];
  readonly field_name: string | null;
  readonly previous_value: string | null;
  readonly new_value: string | null;
  readonly error: string | null;
  readonly created_at: Date;
  readonly undoes: number | null;
  readonly undone_by: number | null;
}

const UNDONE_BY = '(select min(u.id) from rule_logs u where u.user_id = l.user_id and u.undoes = l.id)';

const COLUMNS = `l.id, l.account_id, l.rule_id, l.transaction_id, l.transfer_link_id, l.kind, l.action_id,
  l.action_type, l.field_name, l.previous_value, l.new_value, l.error, l.created_at, l.undoes,
  ${UNDONE_BY} as undone_by`;

const CONDITIONS: ConditionsOf<typeof RULE_LOG_LIST> = {
  id: equalsId('l.id'),
  rule_id: equalsId('l.rule_id'),
  action_id: equalsId('l.action_id'),
  action_type: equalsText('l.action_type'),
  transaction_id: equalsId('l.transaction_id'),
  financial_account_id: equalsId('l.account_id'),
  transfer_link_id: equalsId('l.transfer_link_id'),
  kind: equalsText('l.kind'),
  field_name: equalsText('l.field_name'),
  undone: equalsFlag(`(${UNDONE_BY} is not null)`),
  created_after: onOrAfter("(l.created_at at time zone 'UTC')::date"),
  created_before: onOrBefore("(l.created_at at time zone 'UTC')::date"),
};

/** Logs of the granted accounts' transactions. */
export async function readRuleLogs(
  database: Queryable,
  access: Access,
  query: RuleLogQuery,
): Promise<RowsAndTotal<RuleLogRow>> {
  const parameters = new SqlParameters();
  return readList<RuleLogRow, typeof RULE_LOG_LIST>(database, query, {
    from: 'rule_logs l',
    columns: COLUMNS,
    condition: own(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'l.id', created_at: 'l.created_at' },
  });
}

export async function readRuleLog(
  database: Queryable,
  access: Access,
  id: number,
): Promise<RuleLogRow | null> {
  const parameters = new SqlParameters();
  const condition = `${own(access, parameters)} and l.id = ${parameters.add(id)}::bigint`;
  const [row] = await database.query<RuleLogRow>(
    `select ${COLUMNS} from rule_logs l where ${condition}`,
    parameters.values,
  );
  return row ?? null;
}

function own(access: Access, parameters: SqlParameters): string {
  const user = `l.user_id = ${parameters.add(access.userId)}::bigint`;
  return access.accountIds === null
    ? user
    : `${user} and l.account_id = any(${parameters.ids(access.accountIds)})`;
}
