import { CommandPayload, UpdateTransferLink } from '@tributary/contracts';
import { carriesTransactions, TransferLink } from '../transfer-links/transfer-link.entity';

/** What of a link a caller may change. */
export type LinkSettings = Pick<
  TransferLink,
  | 'financialAccountId'
  | 'destinationType'
  | 'destinationId'
  | 'transferStartDate'
  | 'active'
  | 'syncMode'
  | 'onBookedChange'
  | 'onOtherCurrency'
  | 'destinationCurrency'
>;

/** The settings after the change: what was not sent stays, the members of `onBookedChange` one by one. */
export function changedSettings(
  link: LinkSettings,
  sent: CommandPayload<typeof UpdateTransferLink>,
): LinkSettings {
  return {
    financialAccountId: sent.financialAccountId ?? link.financialAccountId,
    destinationType: sent.destinationType ?? link.destinationType,
    destinationId: sent.destinationId ?? link.destinationId,
    transferStartDate: sent.transferStartDate === undefined ? link.transferStartDate : sent.transferStartDate,
    active: sent.active ?? link.active,
    syncMode: sent.syncMode ?? link.syncMode,
    onBookedChange: { ...link.onBookedChange, ...sent.onBookedChange },
    onOtherCurrency: sent.onOtherCurrency ?? link.onOtherCurrency,
    destinationCurrency: sent.destinationCurrency ?? link.destinationCurrency,
  };
}

/** Whether the link now needs history that it has not requested: it would miss transactions otherwise. */
export function restartsHistory(before: LinkSettings, after: LinkSettings): boolean {
  const begins = !carries(before) && carries(after);
  return (
    begins ||
    pointsElsewhere(before, after) ||
    (carries(after) && countsOtherwise(before, after)) ||
    startsEarlier(before.transferStartDate, after.transferStartDate)
  );
}

export function pointsElsewhere(before: LinkSettings, after: LinkSettings): boolean {
  return (
    before.destinationId !== after.destinationId ||
    before.destinationType !== after.destinationType ||
    before.financialAccountId !== after.financialAccountId
  );
}

/** Amounts go to the destination in another way: what waits for that is planned again, and what is there changes. */
function countsOtherwise(before: LinkSettings, after: LinkSettings): boolean {
  return (
    before.onOtherCurrency !== after.onOtherCurrency ||
    before.destinationCurrency !== after.destinationCurrency
  );
}

/** What becomes of the transfers of the link that wait to be sent. */
export function waitingTransfers(before: LinkSettings, after: LinkSettings): 'hold' | 'release' | 'leave' {
  if (carries(before) === carries(after)) return 'leave';
  return carries(after) ? 'release' : 'hold';
}

function carries(link: LinkSettings): boolean {
  return carriesTransactions({ ...link, deleted: false });
}

function startsEarlier(before: string | null, after: string | null): boolean {
  if (before === null) return false;
  return after === null || after < before;
}
