import { ActionSettings, ConditionSettings } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { WantedPart } from './changed-parts';

/** The columns of conditions and actions that a caller sets. */
const PARTS = {
  conditions: {
    table: 'rule_conditions',
    columns: Object.keys(ConditionSettings.properties),
  },
  actions: {
    table: 'rule_actions',
    columns: Object.keys(ActionSettings.properties),
  },
} as const;

/** Replaces the parts of the rule by these, in this order; existing ones retain their ids. */
export async function saveParts<Content extends object>(
  tx: Tx,
  ruleId: number,
  name: keyof typeof PARTS,
  wanted: readonly WantedPart<Content>[],
): Promise<void> {
  const { table, columns } = PARTS[name];
  const rows = wanted.map(({ id, content, isSame }, index) => ({
    id,
    ...content,
    isSame,
    position: index + 1,
  }));
  const typed = columns.map((column) => `${column} text`);
  const source = `json_to_recordset($2::json) as row(id bigint, ${typed.join(', ')}, "isSame" boolean, position integer)`;
  const parameters = [ruleId, JSON.stringify(rows)];
  await tx.execute(
    `delete from ${table} where rule_id = $1 and id not in (select id from ${source} where id is not null)`,
    parameters,
  );
  // First moves the positions out of the way, because they are unique within a rule.
  await tx.execute(`update ${table} set position = -position where rule_id = $1`, [ruleId]);
  const changes = columns.map((column) => `${column} = row.${column}`);
  await tx.execute(
    `update ${table} t set ${changes.join(', ')}, position = row.position,
            updated_at = case when row."isSame" then t.updated_at else now() end
       from ${source} where t.rule_id = $1 and t.id = row.id`,
    parameters,
  );
  await tx.execute(
    `insert into ${table} (rule_id, position, ${columns.join(', ')})
     select $1, row.position, ${columns.map((column) => `row.${column}`).join(', ')}
       from ${source} where row.id is null order by row.position`,
    parameters,
  );
}

/**
 * Returns the tables of parts for the export and erasure of user data.
 * @param ofRule SQL that finds the rows `t` of the user's rules
 */
export function partTables(ofRule: string): readonly UserTable[] {
  return [
    { table: 'rule_conditions', rowsOfUserSql: ofRule, exportAs: { kind: 'rule_conditions' } },
    { table: 'rule_actions', rowsOfUserSql: ofRule, exportAs: { kind: 'rule_actions' } },
  ];
}
