import {
  Caller,
  CommandPayload,
  CommandResult,
  DecideImportReviews,
  groupBy,
  REVIEWS_DECIDED_MAX,
} from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../accounts/account-row';
import { lockFoundAccounts } from '../accounts/accounts.store';
import { findImport } from './stored-imports';
import { withinAnswer } from '../transactions/by-hand/each-item';
import { AccountChanges, publishChangesOfAccounts } from '../transactions/by-hand/publish-changes';
import { acceptDuplicates } from '../transactions/reviews/accept-duplicates';
import { dismissDuplicates } from '../transactions/reviews/dismiss-settlement';
import {
  accountsUnderReview,
  countOpenReviewsOfImport,
  openReviewsOfImport,
  SettlementRow,
} from '../transactions/settlement/settlements.store';

/**
 * Decides open reviews of rows that an import added, in the order of their ids, so that a client can continue with the
 * next ones.
 * @throws Problem
 */
export async function decideImportReviews(
  tx: Tx,
  caller: Caller,
  { importId, decision, after }: CommandPayload<typeof DecideImportReviews>,
): Promise<CommandResult<typeof DecideImportReviews>> {
  await findImport(tx, caller, importId);
  const accounts = await lockAccountsOf(tx, importId, caller.userId);
  const reviews = await openReviewsOfImport(tx, importId, after, REVIEWS_DECIDED_MAX);
  const changes: AccountChanges[] = [];
  let refused = 0;
  for (const [accountId, ofAccount] of groupBy(reviews, ({ account_id }) => account_id)) {
    const account = accounts.get(accountId);
    if (!account) continue;
    const result = await decide(tx, account, decision, ofAccount);
    refused += result.refused.length;
    changes.push({ account, ...result.changes });
  }
  const last = reviews.at(-1)?.id ?? after;
  return {
    decided: reviews.length - refused,
    refused,
    remaining: await countOpenReviewsOfImport(tx, importId, last),
    last,
    changes: withinAnswer(await publishChangesOfAccounts(tx, changes)),
  };
}

async function decide(
  tx: Tx,
  account: AccountRow,
  decision: CommandPayload<typeof DecideImportReviews>['decision'],
  reviews: readonly SettlementRow[],
) {
  switch (decision) {
    case 'one':
      return acceptDuplicates(tx, account, reviews);
    case 'two':
      return { changes: await dismissDuplicates(tx, reviews), refused: [] };
  }
}

/** Locks the accounts in the order of their ids, as all code does, so that two transactions cannot deadlock. */
async function lockAccountsOf(tx: Tx, importId: number, userId: number): Promise<Map<number, AccountRow>> {
  const rows = await lockFoundAccounts(tx, userId, accountsUnderReview('$2'), [importId]);
  return new Map(rows.map((row) => [row.id, row]));
}
