import { fromHundredths } from '@tributary/money';
import { HEALTHY, ListedTarget, ListedUnit } from '../destination-directory.port';
import { ActualAccount, SurveyedFile } from './budget-process/calls';

/** A budget that the encryption password does not open is listed without accounts. */
export function toListedUnit({ file, opened }: SurveyedFile): ListedUnit<'BUDGETB'> {
  return {
    externalId: file.fileId,
    document: {
      // Users see the sync id in the budget's settings.
      budgetb_id: file.syncId,
      enabled: true,
      name: file.name,
      currency: opened?.currency ?? null,
      encrypted: file.encrypted,
      last_synced_at: new Date().toISOString(),
    },
    targets: (opened?.accounts ?? []).map(toListedTarget),
    ...(opened === null
      ? {}
      : {
          categories: opened.categories.map(({ id: externalId, ...category }) => ({
            externalId,
            ...category,
          })),
        }),
  };
}

function toListedTarget(account: ActualAccount): ListedTarget<'BUDGETB'> {
  return {
    externalId: account.id,
    document: {
      budgetb_id: account.id,
      name: account.name,
      on_budget: account.onBudget,
      closed: account.closed,
      balance: fromHundredths(account.balance),
      health: HEALTHY,
    },
  };
}
