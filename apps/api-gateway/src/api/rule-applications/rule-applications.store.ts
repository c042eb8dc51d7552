import { APPLICATION_STATUSES, RuleApplicationDocument } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { withGrantedAccountsAlone } from '../../rest/lists/granted-rows';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

/** The applications of a rule that concern only accounts of the token. */
export const RULE_APPLICATIONS = rowsOf<
  DocumentRow<RuleApplicationDocument>,
  [access: Access, ruleId: number]
>({
  from: 'rule_applications a',
  columns: 'a.id, a.created_at, a.updated_at, a.document',
  condition: (parameters, access, ruleId) =>
    `${withGrantedAccountsAlone(parameters, access, 'a')} and a.rule_id = ${parameters.add(ruleId)}::bigint`,
}).listedBy({
  sorts: { id: 'a.id', created_at: 'a.created_at', updated_at: 'a.updated_at' },
  defaultSort: '-id',
  filters: {
    status: { kind: 'oneOf', values: APPLICATION_STATUSES, sql: "a.document->>'status'" },
    dry_run: { kind: 'flag', sql: "(a.document->>'dry_run')::boolean" },
  },
});

export type RuleApplicationQuery = ListQuery<typeof RULE_APPLICATIONS>;
