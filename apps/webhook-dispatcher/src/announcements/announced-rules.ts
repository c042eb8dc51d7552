import { Queryable } from '@tributary/persistence';

interface AnnouncedRule {
  readonly id: number;
  readonly userId: number;
  readonly version: number;
}

/** Stores the newest announced versions, at most one of each rule; returns those that were newer. */
export async function noteRules(
  tx: Queryable,
  rules: readonly AnnouncedRule[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ rule_id: number }>(
    `insert into announced_rules as t (rule_id, user_id, version)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[])
     on conflict (rule_id) do update set version = excluded.version
      where excluded.version > t.version
     returning rule_id`,
    [rules.map(({ id }) => id), rules.map(({ userId }) => userId), rules.map(({ version }) => version)],
  );
  return new Set(rows.map((row) => row.rule_id));
}
