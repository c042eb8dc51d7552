import { Caller, Problem, RuleUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
import { groupBy } from '../group-by';
import { AccountAttachment, LinkAttachment } from './attachment.entity';
import { RulePayload, toPayload } from './rule-payload';
import { Rule } from './rule.entity';

/** The rules with conditions and actions; each relation is a query of its own, so that rows do not multiply. */
export async function loadRules(tx: Tx, ids: readonly number[]): Promise<Rule[]> {
  return tx.manager.find(Rule, {
    where: { id: In([...ids]) },
    relations: { conditions: true, actions: true },
    relationLoadStrategy: 'query',
  });
}

/** The caller's own rule. @throws Problem (not found) where it is missing or another's. */
export async function findOwnRule(tx: Tx, caller: Caller, id: number): Promise<Rule> {
  const [rule] = await loadRules(tx, [id]);
  if (rule?.userId !== caller.userId) throw Problem.notFound();
  return rule;
}

/** Raises the versions of rules that changed, then announces them. */
export async function announceChangedRules(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  if (ids.length === 0) return [];
  // Locked in one order, so that commands which move the same rules do not wait for each other in a circle.
  await tx.query('select id from rules where id = any($1::bigint[]) order by id for update', [ids]);
  await tx.execute(
    'update rules set version = version + 1, updated_at = now() where id = any($1::bigint[])',
    [ids],
  );
  return announceRules(tx, ids);
}

/** Publishes the rules as they are now, in the given order. */
export async function announceRules(tx: Tx, ids: readonly number[]): Promise<RulePayload[]> {
  const rules = await loadRules(tx, ids);
  const where = { ruleId: In([...ids]) };
  const accounts = groupBy(
    await tx.manager.find(AccountAttachment, { where, order: { targetId: 'asc' } }),
    ({ ruleId }) => ruleId,
  );
  const links = groupBy(
    await tx.manager.find(LinkAttachment, { where, order: { targetId: 'asc' } }),
    ({ ruleId }) => ruleId,
  );
  const payloads = rules
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((rule) =>
      toPayload(rule, { accounts: accounts.get(rule.id) ?? [], links: links.get(rule.id) ?? [] }),
    );
  await appendToOutbox(
    tx,
    payloads.map((payload) => event(RuleUpsertedV1, payload.id, payload)),
  );
  return payloads;
}
