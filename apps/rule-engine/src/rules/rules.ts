import { Caller, groupBy, Problem, RuleUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { attachmentsOf, positionsOf } from './attachments/attachments.store';
import { RulePayload, toPayload } from './rule-payload';
import { Rule } from './rule.entity';
import { loadRules, lockRule, lockRules, raiseVersions } from './rules.store';

/**
 * A rule that the caller may see: the user's own and, for a token that was granted some accounts only, attached
 * nowhere yet or to one of those. Locked against other changes of it.
 * @throws Problem (not found)
 */
export async function findVisibleRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  await lockRule(tx, id);
  return findReadableRule(tx, caller, id);
}

/**
 * The same, without a lock.
 * @throws Problem (not found)
 */
export async function findReadableRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  return findRule(tx, caller, id, (granted) => granted.length === 0 || granted.some(Boolean));
}

/**
 * A rule that the caller may change, or delete: all that it is attached to was granted, because all of it is
 * shaped another way from then on.
 * @throws Problem (not found)
 */
export async function findChangeableRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  await lockRule(tx, id);
  return findRule(tx, caller, id, (granted) => granted.every(Boolean));
}

async function findRule(
  tx: Tx,
  { userId, accountIds }: Caller,
  id: number,
  isGranted: (granted: readonly boolean[]) => boolean,
): Promise<Rule> {
  const [rule] = await loadRules(tx, [id]);
  if (rule?.user_id !== userId) throw Problem.notFound();
  const attached = await attachmentsOf(tx, id);
  const granted = attached.map(({ accountId }) => accountIds?.includes(accountId) ?? true);
  if (!isGranted(granted)) throw Problem.notFound();
  return rule;
}

/** Raises the versions of rules that changed, then announces them. */
export async function announceChangedRules(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  if (ids.length === 0) return [];
  // Locked in one order, so that commands which move the same rules do not wait for each other in a circle.
  await lockRules(tx, ids);
  await raiseVersions(tx, ids);
  return announceRules(tx, ids);
}

/** Publishes the rules as they are now, in the given order. */
export async function announceRules(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  const payloads = await rulePayloads(tx, ids);
  await appendToOutbox(
    tx,
    payloads.map((payload) => event(RuleUpsertedV1, payload.id, payload)),
  );
  return payloads;
}

/** The rules as they are now, in the given order. */
export async function rulePayloads(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  const rules = await loadRules(tx, ids);
  const attached = await positionsOf(tx, ids);
  const accounts = groupBy(attached.accounts, ({ ruleId }) => ruleId);
  const links = groupBy(attached.links, ({ ruleId }) => ruleId);
  return rules
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((rule) =>
      toPayload(rule, { accounts: accounts.get(rule.id) ?? [], links: links.get(rule.id) ?? [] }),
    );
}
