import { Controller } from '@nestjs/common';
import { CommandResult, FindSeries, Problem } from '@tributary/contracts';
import { utcDay } from '@tributary/money';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { seenDocument, sightOf } from '../../evaluation/documents/sight';
import { TryingWorkers } from '../../evaluation/workers/pools';
import { searchProblem } from '../../rules/rule-checks';
import { areAccessible } from '../../rules/attachments/known-targets';
import { readNewest } from '../../shaping/results/shaped-transactions.store';
import { paymentOf } from '../../evaluation/series/series-row';

/** Two years of a busy account. Looking for series takes the square of a party's payments. */
const TRANSACTIONS_MAX = 2_000;

/** Finds the series of an account in a worker thread, from what the caller may see of its transactions. */
@Controller()
export class FindSeriesHandler {
  constructor(
    private readonly database: Database,
    private readonly workers: TryingWorkers,
  ) {}

  @OnCommandCallingOut(FindSeries)
  async handle(
    { caller, payload: { financialAccountId } }: ReceivedCommand<typeof FindSeries>,
    commit: Commit,
  ): Promise<CommandResult<typeof FindSeries>> {
    const isAccessible = await this.database.transaction((tx) =>
      areAccessible(tx, caller, [financialAccountId]),
    );
    if (!isAccessible) throw Problem.notFound();
    const sight = sightOf(caller);
    const newest = await readNewest(
      this.database,
      [financialAccountId],
      Number.MAX_SAFE_INTEGER,
      TRANSACTIONS_MAX + 1,
    );
    const stored = newest.slice(0, TRANSACTIONS_MAX);
    const payments = stored.flatMap(({ transaction: { id, raw, shaped } }) => {
      const payment = paymentOf(id, financialAccountId, seenDocument(shaped ?? raw, sight));
      return payment === null ? [] : [payment];
    });
    const task = { payments, today: utcDay(Date.now()) };
    const series = await this.workers
      .run(`series of ${caller.userId}`, { name: 'series', task, rules: [] })
      .catch((error: unknown) => {
        throw searchProblem(error);
      });
    const found = { series: [...series], scanned: stored.length, more: newest.length > TRANSACTIONS_MAX };
    return commit(() => Promise.resolve(found));
  }
}
