import { Controller } from '@nestjs/common';
import { CommandResult, Problem, SuggestCategories, TransactionDocument } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { Sight, seenDocument, sightOf } from '../../evaluation/documents/sight';
import { TryingWorkers } from '../../evaluation/workers/pools';
import { searchProblem } from '../../rules/rule-checks';
import { readCategoryChoices } from '../../shaping/results/annotations.store';
import { findStored } from '../../shaping/results/shaped-transactions.store';
import type { Described } from '../../evaluation/suggestions/evidence';

/** Choices that are learned from: the latest. */
const CHOICES_MAX = 5_000;

const NOT_YOURS = Problem.invalid({ transaction_ids: ['Each must be a transaction of yours.'] });

/** Suggests categories in a worker thread, from transactions and choices that the caller may see. */
@Controller()
export class SuggestCategoriesHandler {
  constructor(
    private readonly database: Database,
    private readonly workers: TryingWorkers,
  ) {}

  @OnCommandCallingOut(SuggestCategories)
  async handle(
    { caller, payload: { transaction_ids: transactionIds } }: ReceivedCommand<typeof SuggestCategories>,
    commit: Commit,
  ): Promise<CommandResult<typeof SuggestCategories>> {
    const stored = await findStored(this.database, transactionIds);
    const sight = sightOf(caller);
    const wanted = transactionIds.map((id) => {
      const one = stored.get(id);
      const isOwn = one?.userId === caller.userId && (caller.accountIds?.includes(one.accountId) ?? true);
      if (one === undefined || !isOwn || one.transaction.removed) throw NOT_YOURS;
      return { id, document: describedOf(one.transaction.shaped ?? one.transaction.raw, sight) };
    });
    const known = await readCategoryChoices(this.database, caller, CHOICES_MAX);
    const choices = known.map(({ document, categoryId }) => ({
      document: describedOf(document, sight),
      categoryId,
    }));
    const suggestions = await this.workers
      .run(`suggestions of ${caller.userId}`, { name: 'suggest', task: { choices, wanted }, rules: [] })
      .catch((error: unknown) => {
        throw searchProblem(error);
      });
    return commit(() => Promise.resolve({ suggestions: [...suggestions], learned: choices.length }));
  }
}

/** The members that suggestions follow from: documents are copied to a worker, so all others are left out. */
function describedOf(document: TransactionDocument, sight: Sight): Described {
  const seen = seenDocument(document, sight);
  const { amount, holder, mapped_fields, creditor, debtor, codes, remittance_information } = seen;
  const { booking_date, value_date } = seen;
  const described = { amount, holder, mapped_fields, creditor, debtor, codes, remittance_information };
  return { ...described, booking_date, value_date };
}
