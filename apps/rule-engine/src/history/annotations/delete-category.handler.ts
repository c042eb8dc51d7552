import { Controller } from '@nestjs/common';
import {
  Caller,
  CategoryDeletedV1,
  CommandResult,
  DeleteCategory,
  Problem,
  requireCover,
} from '@tributary/contracts';
import { appendToOutbox, event, OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { roomOfReply } from '../../shaping/results/reply-room';
import {
  Category,
  lockCategory,
  lockList,
  markDeleted,
  ownCategories,
} from '../../rules/categories/categories.store';
import { RulePayload } from '../../rules/rule-payload';
import { announceChangedRules, rulePayloads } from '../../rules/rules';
import { replaceCategory, rulesOfCategory } from '../../rules/rules.store';
import { switchOff } from '../../rules/switch-off';
import { countOfCategory } from '../../shaping/results/shaped-transactions.store';
import { enqueueMove } from './category-moves';

type Payload = ReceivedCommand<typeof DeleteCategory>['payload'];

/**
 * Deletes a category. Its transactions follow in the background; its rules name the other category at once, or are
 * switched off.
 */
@Controller()
export class DeleteCategoryHandler {
  @OnCommand(DeleteCategory)
  async handle(
    { caller, payload }: ReceivedCommand<typeof DeleteCategory>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteCategory>> {
    const { userId } = caller;
    await lockList(tx, userId);
    const category = await lockCategory(tx, userId, payload.categoryId);
    if (!category) throw Problem.notFound();
    requireAllAccounts(caller);
    const rules = await rulesOfCategory(tx, userId, category.id);
    await requireChoice(tx, category, payload, rules.length);
    if (rules.length > 0) requireCover(caller, { scopes: ['rules:write'], accountIds: [] });
    const movedTo = typeof payload.moveTo === 'number' ? payload.moveTo : null;
    await requireOther(tx, userId, category.id, movedTo);
    await markDeleted(tx, category.id, movedTo);
    await enqueueMove(tx, userId, category.id);
    const deleted = { id: category.id, version: category.version + 1, userId, movedTo };
    await appendToOutbox(tx, [event(CategoryDeletedV1, category.id, deleted)]);
    const changed = await changeRules(tx, category, rules, movedTo);
    return { deleted, rules: changed.filter(roomOfReply()) };
  }
}

/** A deletion concerns transactions of all accounts. @throws Problem (not found) for a token that is limited to some */
function requireAllAccounts({ accountIds }: Caller): void {
  if (accountIds !== null) throw Problem.notFound();
}

/** @throws Problem (conflict) if the category is used, and the caller did not choose what follows */
async function requireChoice(tx: Tx, category: Category, { moveTo }: Payload, rules: number): Promise<void> {
  if (moveTo !== null) return;
  const transactions = await countOfCategory(tx, category.id);
  if (transactions + rules === 0) return;
  throw Problem.conflict(
    `${counted(transactions, 'transaction')} and ${counted(rules, 'rule')} use the category “${category.name}”: send the ` +
      'id of another category as move_to, or none to leave the transactions without one and switch the rules off.',
    { transactions_count: String(transactions), rules_count: String(rules) },
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** @throws Problem (invalid) if the other category is not there, or is the same */
async function requireOther(tx: Tx, userId: number, id: number, movedTo: number | null): Promise<void> {
  if (movedTo === null) return;
  const own = await ownCategories(tx, userId, [movedTo]);
  if (movedTo === id || !own.has(movedTo))
    throw Problem.invalid({ move_to: ['The selected move_to is invalid.'] });
}

async function changeRules(
  tx: Tx,
  { id, name }: Category,
  rules: readonly { readonly id: number; readonly version: number }[],
  movedTo: number | null,
): Promise<RulePayload[]> {
  const ids = rules.map((rule) => rule.id);
  if (movedTo !== null) {
    await replaceCategory(tx, ids, id, movedTo);
    return announceChangedRules(tx, ids);
  }
  const reason = `The category “${name}”, which the rule names, was deleted.`;
  const off = await switchOff(
    tx,
    rules.map((rule) => ({ ...rule, reason })),
  );
  return rulePayloads(
    tx,
    off.map((rule) => rule.id),
  );
}
