import { groupBy } from '@tributary/contracts';
import { Injectable } from '@nestjs/common';
import type { DestinationType } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import { AccountFacts, NO_ACCOUNT_FACTS } from '../evaluation/documents/facts';
import { RuleDefinition } from '../evaluation/rule-definition';
import { sightOf } from '../evaluation/documents/sight';
import { AccountPlan } from './shaping-decisions';
import { RuleReference, StoredRules } from './stored-rules';

interface PlanRow {
  kind: 'known' | 'account' | 'link';
  accountId: number;
  linkId: number | null;
  destinationType: DestinationType | null;
  /** Of the link's author; null: all. */
  authorScopes: string[] | null;
  ruleId: number | null;
  ruleVersion: number | null;
  deleted: boolean | null;
  facts: AccountFacts | null;
}

/** Attached rules and links that carry transactions, in the order in which they work. */
const PLAN_SQL = `
  select 'known' as kind, id as "accountId", null::bigint as "linkId", null as "destinationType",
         null::jsonb as "authorScopes", null::bigint as "ruleId", null::integer as "ruleVersion", 0 as position, deleted, facts
    from accounts where id = any($1::bigint[])
  union all
  select 'account', attached.account_id, null, null, null, rules.id, rules.version, attached.position, null, null
    from rule_accounts attached join rules on rules.id = attached.rule_id and (rules.enabled or rules.id = $2::bigint)
   where attached.account_id = any($1::bigint[])
  union all
  select 'link', links.account_id, links.id, links.destination_type, links.author_scopes, rules.id, rules.version,
         attached.position, null, null
    from transfer_links links
    left join (rule_transfer_links attached join rules on rules.id = attached.rule_id and (rules.enabled or rules.id = $2::bigint))
           on attached.transfer_link_id = links.id
   where links.account_id = any($1::bigint[]) and links.carries_transactions and not links.deleted
  order by "accountId", "linkId", position`;

/** Puts together what shapes the transactions of accounts, in one query where all rules are known. */
@Injectable()
export class ShapingPlans {
  constructor(private readonly rules: StoredRules) {}

  /** @param alsoRuleId a rule that is in its position even if it is disabled */
  async load(
    tx: Tx,
    accountIds: readonly number[],
    alsoRuleId: number | null = null,
  ): Promise<ReadonlyMap<number, AccountPlan>> {
    const rows = await tx.query<PlanRow>(PLAN_SQL, [accountIds, alsoRuleId]);
    const rules = await this.rules.find(tx, references(rows));
    return new Map(
      [...groupBy(rows, ({ accountId }) => accountId)].map(([id, own]) => [id, toPlan(id, own, rules)]),
    );
  }
}

/** The account's plan; one without rules and links if it is unknown. */
export function planOf(plans: ReadonlyMap<number, AccountPlan>, accountId: number): AccountPlan {
  const nothing = { facts: NO_ACCOUNT_FACTS, isDeleted: false, accountRules: [], links: [] };
  return plans.get(accountId) ?? { accountId, ...nothing };
}

function toPlan(
  accountId: number,
  rows: readonly PlanRow[],
  rules: ReadonlyMap<number, RuleDefinition>,
): AccountPlan {
  const rulesOf = (some: readonly PlanRow[]) => some.flatMap(({ ruleId }) => rules.get(ruleId ?? 0) ?? []);
  const linkRows = rows.filter(({ kind }) => kind === 'link');
  return {
    accountId,
    facts: rows.find(({ facts }) => facts)?.facts ?? NO_ACCOUNT_FACTS,
    isDeleted: rows.some(({ deleted }) => deleted),
    accountRules: rulesOf(rows.filter(({ kind }) => kind === 'account')),
    links: [...groupBy(linkRows, ({ linkId }) => linkId)].flatMap(([transferLinkId, own]) => {
      const [{ destinationType, authorScopes } = { destinationType: null, authorScopes: null }] = own;
      const sight = sightOf({ scopes: authorScopes });
      return transferLinkId && destinationType
        ? [{ transferLinkId, destinationType, sight, rules: rulesOf(own) }]
        : [];
    }),
  };
}

function references(rows: readonly PlanRow[]): Iterable<RuleReference> {
  const versions = new Map<number, RuleReference>();
  for (const { ruleId, ruleVersion } of rows) {
    if (ruleId !== null && ruleVersion !== null) versions.set(ruleId, { id: ruleId, version: ruleVersion });
  }
  return versions.values();
}
