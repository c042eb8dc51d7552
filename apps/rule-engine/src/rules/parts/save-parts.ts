import { Tx } from '@tributary/persistence';
import { WantedPart } from './changed-parts';

/** The columns of a rule's conditions and actions beside id and position, by the members of their content. */
const PARTS = {
  conditions: {
    table: 'rule_conditions',
    columns: {
      transactionType: 'transaction_type',
      fieldName: 'field_name',
      operator: 'operator',
      value: 'value',
    },
  },
  actions: {
    table: 'rule_actions',
    columns: { actionType: 'action_type', fieldName: 'field_name', value: 'value' },
  },
} as const;

/** Makes the wanted parts the rule's only ones, in their order; those that stay keep their ids. */
export async function saveParts<Content extends object>(
  tx: Tx,
  ruleId: number,
  name: keyof typeof PARTS,
  wanted: readonly WantedPart<Content>[],
): Promise<void> {
  const { table, columns } = PARTS[name];
  const names = Object.values(columns);
  const rows = wanted.map(({ id, content, isSame }, index) => ({
    id,
    ...content,
    isSame,
    position: index + 1,
  }));
  const typed = Object.keys(columns).map((member) => `"${member}" text`);
  const source = `json_to_recordset($2::json) as row(id bigint, ${typed.join(', ')}, "isSame" boolean, position integer)`;
  const parameters = [ruleId, JSON.stringify(rows)];
  await tx.execute(
    `delete from ${table} where rule_id = $1 and id not in (select id from ${source} where id is not null)`,
    parameters,
  );
  // Out of the way first: positions are unique in a rule, and parts may change theirs.
  await tx.execute(`update ${table} set position = -position where rule_id = $1`, [ruleId]);
  const changes = Object.entries(columns).map(([member, column]) => `${column} = row."${member}"`);
  await tx.execute(
    `update ${table} t set ${changes.join(', ')}, position = row.position,
            updated_at = case when row."isSame" then t.updated_at else now() end
       from ${source} where t.rule_id = $1 and t.id = row.id`,
    parameters,
  );
  await tx.execute(
    `insert into ${table} (rule_id, position, ${names.join(', ')})
     select $1, row.position, ${Object.keys(columns)
       .map((member) => `row."${member}"`)
       .join(', ')}
       from ${source} where row.id is null order by row.position`,
    parameters,
  );
}
