import { RuleTargets } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { In } from 'typeorm';
import { AccountAttachment, LinkAttachment } from './attachment.entity';

/** The target of an attachment: a financial account or a transfer link. */
export interface AttachmentTarget {
  readonly kind: RuleTargets['kind'];
  readonly id: number;
}

const TABLES = {
  account: { table: 'rule_accounts', column: 'account_id' },
  link: { table: 'rule_transfer_links', column: 'transfer_link_id' },
} as const;

/** Returns the rules of an account or a link, in order. */
export async function attachedRules(tx: Tx, { kind, id }: AttachmentTarget): Promise<number[]> {
  const { table, column } = TABLES[kind];
  const rows = await tx.query<{ id: number }>(
    `select rule_id as id from ${table} where ${column} = $1 order by position`,
    [id],
  );
  return rows.map((row) => row.id);
}

/** Attaches exactly these rules in this order; returns those whose position changed. */
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
     select $1, rule_id, position from unnest($2::bigint[]) with ordinality as wanted(rule_id, position)
     on conflict (${column}, rule_id) do update set position = excluded.position`,
    [target.id, ruleIds],
  );
  return ruleIds.filter((id, index) => before[index] !== id);
}

/** The result of removing a rule. */
export interface Removal {
  /** The number of accounts or links from which the rule was removed. */
  readonly removed: number;
  /** The rules that moved up. */
  readonly moved: readonly number[];
}

/** Removes a rule from any number of accounts or links in one statement; the rules behind it move up. */
export async function removeRule(
  tx: Tx,
  kind: AttachmentTarget['kind'],
  ruleId: number,
  ids: readonly number[],
): Promise<Removal> {
  const { table, column } = TABLES[kind];
  const [result] = await tx.query<Removal>(
    `with gaps as (
       delete from ${table} where rule_id = $1 and ${column} = any($2::bigint[]) returning ${column} as target, position
     ), moved as (
       update ${table} attached set position = attached.position - 1
         from gaps where attached.${column} = gaps.target and attached.position > gaps.position
       returning attached.rule_id as id
     )
     select (select count(*)::int from gaps) as removed,
            coalesce((select json_agg(distinct id) from moved), '[]') as moved`,
    [ruleId, ids],
  );
  return result ?? { removed: 0, moved: [] };
}

/**
 * Attaches a rule, as the last one, to accounts or links that do not have it.
 * @returns how many rules each has now
 */
export async function appendRule(
  tx: Tx,
  kind: AttachmentTarget['kind'],
  ruleId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { table, column } = TABLES[kind];
  const rows = await tx.query<{ position: number }>(
    `insert into ${table} (${column}, rule_id, position)
     select wanted.id, $1, coalesce(last.position, 0) + 1
       from (select distinct unnest($2::bigint[]) as id) wanted
       left join lateral (select max(position) as position from ${table} where ${column} = wanted.id) last
            on true
     returning position`,
    [ruleId, ids],
  );
  return rows.map(({ position }) => position);
}

/** A target to which a rule is attached, with the members that decide on rights and fit. */
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

/** Returns the positions of rules, by account or link. */
export async function positionsOf(
  tx: Tx,
  ruleIds: readonly number[],
): Promise<{ readonly accounts: AccountAttachment[]; readonly links: LinkAttachment[] }> {
  const wanted = { where: { ruleId: In([...ruleIds]) }, order: { targetId: 'asc' } } as const;
  const accounts = await tx.manager.find(AccountAttachment, wanted);
  const links = await tx.manager.find(LinkAttachment, wanted);
  return { accounts, links };
}

/**
 * Removes all rules from accounts and from their links.
 * @returns the ids of the rules
 */
export async function removeFromAccounts(tx: Tx, accountIds: readonly number[]): Promise<number[]> {
  const rules = await tx.query<{ id: number }>(
    `with from_accounts as (
       delete from rule_accounts where account_id = any($1::bigint[]) returning rule_id
     ), from_links as (
       delete from rule_transfer_links attached using transfer_links links
        where links.id = attached.transfer_link_id and links.account_id = any($1::bigint[])
       returning attached.rule_id
     )
     select rule_id as id from from_accounts union select rule_id from from_links`,
    [accountIds],
  );
  return rules.map(({ id }) => id);
}

/**
 * Removes all rules from links.
 * @returns the ids of the rules
 */
export async function removeFromLinks(tx: Tx, linkIds: readonly number[]): Promise<number[]> {
  const rules = await tx.query<{ id: number }>(
    `delete from rule_transfer_links where transfer_link_id = any($1::bigint[]) returning rule_id as id`,
    [linkIds],
  );
  return [...new Set(rules.map(({ id }) => id))];
}

/**
 * Returns the tables of attachments for the export and erasure of user data.
 * @param ofRule SQL that finds the rows `t` of the user's rules
 */
export function attachmentTables(ofRule: string): readonly UserTable[] {
  return [
    {
      table: 'rule_accounts',
      rowsOfUserSql: ofRule,
      exportAs: {
        kind: 'rules_of_accounts',
        compositeSortKeySql: 'jsonb_build_array(t.account_id, t.rule_id)',
      },
    },
    {
      table: 'rule_transfer_links',
      rowsOfUserSql: ofRule,
      exportAs: {
        kind: 'rules_of_transfer_links',
        compositeSortKeySql: 'jsonb_build_array(t.transfer_link_id, t.rule_id)',
      },
    },
  ];
}
