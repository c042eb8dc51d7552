import { ACTION_TYPES, EventPayload, RULE_LOG_KINDS, RuleLogEntry, RuleLoggedV1 } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';

type Kind = EventPayload<typeof RuleLoggedV1>['logs'][number]['kind'];

/** A log of the query model, with the reversal that undid it. */
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

/** Logs of the granted accounts' transactions. */
export const RULE_LOGS = rowsOf<RuleLogRow, [access: Access]>({
  from: 'rule_logs l',
  columns: `l.id, l.account_id, l.rule_id, l.transaction_id, l.transfer_link_id, l.kind, l.action_id,
    l.action_type, l.field_name, l.previous_value, l.new_value, l.error, l.created_at, l.undoes,
    ${UNDONE_BY} as undone_by`,
  condition: (parameters, access) => ofGrantedAccounts(parameters, access, 'l'),
}).listedBy({
  sorts: { id: 'l.id', created_at: 'l.created_at' },
  defaultSort: '-id',
  includes: { rule: {} },
  filters: {
    id: { kind: 'id', sql: 'l.id' },
    rule_id: { kind: 'id', sql: 'l.rule_id' },
    action_id: { kind: 'id', sql: 'l.action_id' },
    action_type: { kind: 'oneOf', values: ACTION_TYPES, sql: 'l.action_type' },
    transaction_id: { kind: 'id', sql: 'l.transaction_id' },
    financial_account_id: { kind: 'id', sql: 'l.account_id' },
    transfer_link_id: { kind: 'id', sql: 'l.transfer_link_id' },
    kind: { kind: 'oneOf', values: RULE_LOG_KINDS, sql: 'l.kind' },
    field_name: { kind: 'exact', sql: 'l.field_name' },
    undone: {
      kind: 'flag',
      description: 'Whether the log was undone.',
      sql: `(${UNDONE_BY} is not null)`,
    },
    ...createdBetween('l.created_at'),
  },
});

export type RuleLogQuery = ListQuery<typeof RULE_LOGS>;
