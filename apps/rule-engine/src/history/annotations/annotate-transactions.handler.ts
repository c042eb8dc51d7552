import { Controller } from '@nestjs/common';
import {
  AnnotateTransactions,
  Annotation,
  BulkOutcome,
  Caller,
  CommandResult,
  decidedOr,
  mayAccess,
  Problem,
  refusalOf,
  requireAll,
} from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { ownCategories } from '../../rules/categories/categories.store';
import { lockAccounts } from '../../shaping/account-lock';
import { AnnotatedShaper } from '../../shaping/annotations/annotated-shaper';
import { findAnnotations, saveAnnotations } from '../../shaping/results/annotations.store';
import { saveShaped, shapedForReply } from '../../shaping/results/shaped-transactions';
import { findStored } from '../../shaping/results/shaped-transactions.store';
import { annotatedStored, StoredTransaction } from '../../shaping/shaping-decisions';
import { changedAnnotation, namedCategories } from './changed-annotation';

type Command = ReceivedCommand<typeof AnnotateTransactions>;
type Items = Command['payload']['items'];

/**
 * Sets category, note and tags of transactions. Each is shaped in full, as after an edit: rules read what was set. The
 * accounts are locked before anything is read, so that a sync of the same transactions keeps what was set.
 */
@Controller()
export class AnnotateTransactionsHandler {
  constructor(private readonly shaper: AnnotatedShaper) {}

  @OnCommand(AnnotateTransactions)
  async handle({ caller, payload }: Command, tx: Tx): Promise<CommandResult<typeof AnnotateTransactions>> {
    const { items, mode } = payload;
    const own = await lockOwn(
      tx,
      caller,
      items.map(({ transactionId }) => transactionId),
    );
    const { outcomes, annotations } = await decide(tx, caller, items, own);
    if (mode === 'all_or_none') requireAll(outcomes, 'items');
    if (annotations.size > 0) await saveAnnotations(tx, caller.userId, annotations);
    const batches = await this.shaper.shape(tx, changedAmong(own, annotations));
    await saveShaped(tx, batches);
    return { outcomes: outcomes.map(toOutcome), shaped: shapedForReply(batches) };
  }
}

/** Returns the transactions that the caller may change, with their accounts locked. */
async function lockOwn(
  tx: Tx,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, StoredTransaction>> {
  const ownOf = async () =>
    new Map(
      [...(await findStored(tx, ids))].filter(
        ([, { accountId: id, userId, transaction }]) =>
          mayAccess(caller, { id, userId }) && !transaction.removed,
      ),
    );
  const found = await ownOf();
  if (found.size === 0) return found;
  await lockAccounts(
    tx,
    [...found.values()].map(({ accountId }) => accountId),
  );
  return ownOf();
}

/** The result for each item, and the choices to store. A transaction may be named more than once. */
async function decide(tx: Tx, { userId }: Caller, items: Items, own: ReadonlyMap<number, StoredTransaction>) {
  const categories = await ownCategories(tx, userId, namedCategories(items.map(({ changes }) => changes)));
  const earlier = await findAnnotations(tx, userId, [...own.keys()]);
  const annotations = new Map<number, Annotation>();
  const outcomes = items.map(({ transactionId: id, changes }) =>
    decidedOr(() => {
      if (!own.has(id)) throw Problem.notFound();
      const before = annotations.get(id) ?? earlier.get(id) ?? {};
      annotations.set(id, changedAnnotation(before, changes, categories));
      return id;
    }),
  );
  return { outcomes, annotations };
}

/** The transactions whose raw document changes with the choices. */
function changedAmong(
  own: ReadonlyMap<number, StoredTransaction>,
  annotations: ReadonlyMap<number, Annotation>,
): StoredTransaction[] {
  return [...annotations].flatMap(([id, annotation]) => {
    const stored = own.get(id);
    return (stored && annotatedStored(stored, annotation)) ?? [];
  });
}

function toOutcome(outcome: number | Problem): BulkOutcome {
  if (typeof outcome === 'number')
    return { transactionId: outcome, error: null, message: 'Done.', errors: {} };
  const { kind, message, errors } = refusalOf(outcome);
  if (kind === 'forbidden') throw outcome; // a decision about one item never raises it
  return { transactionId: null, error: kind, message, errors };
}
