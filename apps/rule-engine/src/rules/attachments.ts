import { Tx } from '@tributary/persistence';

/** What a rule is attached to: a financial account or a transfer link. */
export interface AttachmentTarget {
  readonly kind: 'account' | 'link';
  readonly id: number;
}

const TABLES = {
  account: { table: 'rule_accounts', column: 'account_id' },
  link: { table: 'rule_transfer_links', column: 'transfer_link_id' },
} as const;

/** The rules of an account or a link, in order. */
export async function attachedRules(tx: Tx, { kind, id }: AttachmentTarget): Promise<number[]> {
  const { table, column } = TABLES[kind];
  const rows = await tx.query<{ id: number }>(
    `select rule_id as id from ${table} where ${column} = $1 order by position`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Attaches exactly these rules, in this order; returns those whose position changed. */
export async function saveOrder(
  tx: Tx,
  target: AttachmentTarget,
  before: readonly number[],
  ruleIds: readonly number[],
): Promise<number[]> {
  const { table, column } = TABLES[target.kind];
  const removed = before.filter((id) => !ruleIds.includes(id));
  await tx.execute(`delete from ${table} where ${column} = $1 and rule_id = any($2::bigint[])`, [
    target.id,
    removed,
  ]);
  await tx.execute(
    `insert into ${table} (${column}, rule_id, position)
     select $1, rule_id, place from unnest($2::bigint[]) with ordinality as wanted(rule_id, place)
     on conflict (${column}, rule_id) do update set position = excluded.position`,
    [target.id, ruleIds],
  );
  return ruleIds.filter((id, index) => before[index] !== id);
}

/** Where a rule is attached, with what the caller's rights and the rule's fit depend on. */
export interface AttachedTo extends AttachmentTarget {
  readonly accountId: number;
  /** Null for an account. */
  readonly destinationType: string | null;
}

export async function attachmentsOf(tx: Tx, ruleId: number): Promise<AttachedTo[]> {
  return tx.query<AttachedTo>(
    `select 'account' as kind, account_id as id, account_id as "accountId", null as "destinationType"
       from rule_accounts where rule_id = $1
     union all
     select 'link', links.id, links.account_id, links.destination_type
       from rule_transfer_links attached join transfer_links links on links.id = attached.transfer_link_id
      where attached.rule_id = $1
      order by kind, id`,
    [ruleId],
  );
}
