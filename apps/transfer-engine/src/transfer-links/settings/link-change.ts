import { carriesTransactions, TransferLinkChange, TransferLinkSettings } from '@tributary/contracts';
import { isDeepStrictEqual } from 'node:util';
import { startsEarlier } from '../transfer-link.entity';

/** The settings after the change; members that were not sent are unchanged, also those of `on_booked_change`. */
export function changedSettings(link: TransferLinkSettings, sent: TransferLinkChange): TransferLinkSettings {
  return { ...link, ...sent, on_booked_change: { ...link.on_booked_change, ...sent.on_booked_change } };
}

/** Returns whether the link now needs history that it has not requested; it would miss transactions otherwise. */
export function restartsHistory(before: TransferLinkSettings, after: TransferLinkSettings): boolean {
  const begins = !carries(before) && carries(after);
  return (
    begins ||
    pointsElsewhere(before, after) ||
    (carries(after) && (countsOtherwise(before, after) || categorizesOtherwise(before, after))) ||
    startsEarlier(before, after)
  );
}

export function pointsElsewhere(before: TransferLinkSettings, after: TransferLinkSettings): boolean {
  return (
    before.destination_id !== after.destination_id ||
    before.destination_type !== after.destination_type ||
    before.financial_account_id !== after.financial_account_id
  );
}

/** Returns whether currencies are treated differently now, so that all transfers must be planned again. */
function countsOtherwise(before: TransferLinkSettings, after: TransferLinkSettings): boolean {
  return (
    before.on_other_currency !== after.on_other_currency ||
    before.destination_currency !== after.destination_currency
  );
}

/** Returns whether other categories are sent now, so that all transfers must be planned again. */
function categorizesOtherwise(before: TransferLinkSettings, after: TransferLinkSettings): boolean {
  return !isDeepStrictEqual(before.category_map ?? [], after.category_map ?? []);
}

/** The effect of the change on the link's pending transfers. */
export function waitingTransfers(
  before: TransferLinkSettings,
  after: TransferLinkSettings,
): 'hold' | 'release' | 'leave' {
  if (carries(before) === carries(after)) return 'leave';
  return carries(after) ? 'release' : 'hold';
}

function carries(link: TransferLinkSettings): boolean {
  return carriesTransactions({ ...link, deleted: false });
}
