import { Author, RULE_PART_BYTES, RuleSettings } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { StoredPause, UserTable } from '@tributary/service';
import { DeepPartial, In } from 'typeorm';
import { Rule } from './rule.entity';

/** Loads rules with conditions and actions. Each relation has its own query, so that rows do not multiply. */
export function loadRules(tx: Tx, ids: readonly number[]): Promise<Rule[]> {
  return tx.manager.find(Rule, {
    where: { id: In([...ids]) },
    relations: { conditions: true, actions: true },
    relationLoadStrategy: 'query',
  });
}

/** Inserts a rule with its conditions and actions. */
export function insertRule(tx: Tx, rule: DeepPartial<Rule>): Promise<Rule> {
  return tx.manager.save(tx.manager.create(Rule, rule));
}

type RuleMembers = RuleSettings & Pick<Rule, 'disabled_reason' | 'disabled_at' | 'author'>;

export async function updateRule(tx: Tx, id: number, members: Partial<RuleMembers>): Promise<void> {
  await tx.manager.update(Rule, { id }, members);
}

export async function deleteRule(tx: Tx, id: number): Promise<void> {
  await tx.manager.delete(Rule, { id });
}

/** Locks the rules against other changes, always in the same order, so that two callers cannot deadlock. */
export async function lockRules(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('select id from rules where id = any($1::bigint[]) order by id for update', [ids]);
}

export async function lockRule(tx: Tx, id: number): Promise<void> {
  await tx.query('select id from rules where id = $1 for update', [id]);
}

export async function raiseVersions(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute(
    'update rules set version = version + 1, updated_at = now() where id = any($1::bigint[])',
    [ids],
  );
}

/** Returns whether the rule is enabled, and why it was switched off; undefined if it was deleted. */
export async function readStatus(
  tx: Tx,
  id: number,
): Promise<{ readonly enabled: boolean; readonly reason: string | null } | undefined> {
  const [rule] = await tx.query<{ enabled: boolean; reason: string | null }>(
    'select enabled, disabled_reason as reason from rules where id = $1',
    [id],
  );
  return rule;
}

/**
 * Disables enabled rules, and paused ones that would be enabled again; raises their versions and stores the reasons.
 * @returns the ids of the disabled rules
 */
export async function disableRules(
  tx: Tx,
  rules: readonly { readonly id: number; readonly reason: string }[],
): Promise<number[]> {
  const off = await tx.query<{ id: number }>(
    `with wanted as (
       select rules.id, row.reason from rules
         join json_to_recordset($1::json) as row(id bigint, reason text) on row.id = rules.id
        where rules.enabled or (rules.paused ->> 'wasOn')::boolean order by rules.id for update of rules
     )
     update rules set enabled = false, disabled_reason = wanted.reason, disabled_at = now(),
                      paused = rules.paused || '{"wasOn": false}',
                      version = version + 1, updated_at = now()
       from wanted where rules.id = wanted.id
     returning rules.id`,
    [JSON.stringify(rules)],
  );
  return off.map(({ id }) => id);
}

/** SQL: the values of a part's text, an id or a list of ids. */
const NAMED = `regexp_split_to_array(coalesce(p.value, ''), '\\s*,\\s*')`;

/** Returns the user's rules whose conditions or actions name the category, locked, in the order of their ids. */
export function rulesOfCategory(
  tx: Tx,
  userId: number,
  categoryId: number,
): Promise<{ readonly id: number; readonly version: number }[]> {
  return tx.query(
    `select r.id, r.version from rules r
      where r.user_id = $1 and exists (
        select from (select rule_id, field_name, value from rule_conditions
                     union all
                     select rule_id, field_name, value from rule_actions) p
         where p.rule_id = r.id and p.field_name = 'category_id' and $2::text = any(${NAMED}))
      order by r.id for update of r`,
    [userId, categoryId],
  );
}

/** Lets conditions and actions of the rules name another category. */
export async function replaceCategory(
  tx: Tx,
  ruleIds: readonly number[],
  from: number,
  to: number,
): Promise<void> {
  for (const table of ['rule_conditions', 'rule_actions']) {
    await tx.execute(
      `update ${table} p set value = array_to_string(array_replace(${NAMED}, $2::text, $3::text), ','), updated_at = now()
        where p.rule_id = any($1::bigint[]) and p.field_name = 'category_id' and $2::text = any(${NAMED})`,
      [ruleIds, from, to],
    );
  }
}

/** The members of a rule that matter when its author's grant changes. */
export interface GrantedRule {
  readonly id: number;
  readonly enabled: boolean;
  readonly author: Author;
  readonly paused: StoredPause | null;
}

/** Locks and returns the rules of a grant that are not paused. */
export function lockRulesOfGrant(tx: Tx, grantId: string): Promise<GrantedRule[]> {
  return tx.query<GrantedRule>(
    `select id, enabled, author, paused from rules
      where author ->> 'grantId' = $1 and paused is null order by id for update`,
    [grantId],
  );
}

/** Locks and returns a rule of the user. */
export async function lockRuleOfUser(tx: Tx, userId: number, id: number): Promise<GrantedRule | undefined> {
  const [rule] = await tx.query<GrantedRule>(
    'select id, enabled, author, paused from rules where id = $1 and user_id = $2 for update',
    [id, userId],
  );
  return rule;
}

export async function pauseRule(tx: Tx, id: number, pause: StoredPause): Promise<void> {
  await tx.execute('update rules set enabled = false, paused = $2 where id = $1', [
    id,
    JSON.stringify(pause),
  ]);
}

/** Ends the rule's pause. */
export async function resumeRule(tx: Tx, id: number, enabled: boolean, author: Author): Promise<void> {
  await tx.execute('update rules set enabled = $2, paused = null, author = $3 where id = $1', [
    id,
    enabled,
    JSON.stringify(author),
  ]);
}

export async function countRules(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from rules where user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** Returns the bytes of the user's hundred largest rules, as `ruleBytes` counts them. */
export async function bytesOfLargest(tx: Tx, userId: number): Promise<number> {
  const bytes = (text: string) => `octet_length(coalesce(to_json(${text})::text, 'null'))`;
  const [row] = await tx.query<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::integer as bytes from (
       select ${bytes('r.name')} + ${bytes('r.description')} + coalesce(sum(parts.bytes), 0) as bytes
         from rules r
         left join lateral (
           select $2::integer + ${bytes('c.value')} as bytes from rule_conditions c where c.rule_id = r.id
           union all
           select $2::integer + ${bytes('a.value')} from rule_actions a where a.rule_id = r.id
         ) as parts on true
        where r.user_id = $1 group by r.id order by bytes desc limit 100) as largest`,
    [userId, RULE_PART_BYTES],
  );
  return row?.bytes ?? 0;
}

/** The number of rules, for a replay. */
export const COUNT_RULES = 'select count(*) as count from rules';

/** Returns the next ids above `after`. */
export async function nextIds(database: Queryable, after: number, limit: number): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    'select id from rules where id > $1 order by id limit $2',
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** SQL that finds the rows `t` of other tables that belong to rules of the user `$1`. */
export const OF_USERS_RULES = 't.rule_id in (select id from rules where user_id = $1)';

export const RULES_TABLE: UserTable = {
  table: 'rules',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'rules' },
};
