import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, UpdateTransferLink } from '@tributary/contracts';
import { appendToOutbox, OnCommand, ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { isDeepStrictEqual } from 'node:util';
import { endWaiting, holdWaiting, releaseHeld } from '../transfers/waiting-transfers';
import {
  changedSettings,
  LinkSettings,
  pointsElsewhere,
  takesHistoryAnew,
  waitingTransfers,
} from './link-change';
import { Destinations } from '../destinations/destinations';
import { enqueueBalances } from '../balances/balance-writes';
import { lockLink } from './find-link';
import { newHistory, stoppedHistory } from './link-history';
import { checkBalances, checkLinkEnds } from './link-checks';
import { linkUpserted, toLinkPayload } from './transfer-link-upserted';
import { carriesTransactions, TransferLink } from './transfer-link.entity';

type Command = ReceivedCommand<typeof UpdateTransferLink>;

/** Changes what was sent of a link, and what its waiting transfers do. */
@Controller()
export class UpdateTransferLinkHandler {
  constructor(@Inject(Destinations) private readonly destinations: Destinations) {}

  @OnCommand(UpdateTransferLink)
  async update({ caller, payload }: Command, tx: Tx): Promise<CommandResult<typeof UpdateTransferLink>> {
    if (payload.destinationType !== undefined && payload.destinationId === undefined) {
      throw Problem.invalid({
        destination_id: ['The destination_id field is required when destination_type is present.'],
      });
    }
    const link = await lockLink(tx, caller, payload.transferLinkId);
    const before = settingsOf(link);
    const after = changedSettings(before, payload);
    if (isDeepStrictEqual(before, after)) return toLinkPayload(link);
    // A link whose ends do not change can be paused even where one of them is gone.
    const errors = pointsElsewhere(before, after)
      ? await checkLinkEnds(tx, caller, [{ ...after, linkId: link.id, path: '' }])
      : {};
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    const without = checkBalances(this.destinations, [{ ...after, path: '' }]);
    if (Object.keys(without).length > 0) throw Problem.invalid(without);
    await this.apply(tx, link, after);
    return toLinkPayload(link);
  }

  private async apply(tx: Tx, link: TransferLink, after: LinkSettings): Promise<void> {
    const before = settingsOf(link);
    link.version += 1;
    Object.assign(link, after);
    if (takesHistoryAnew(before, after)) takeHistory(link);
    else if (!carriesTransactions(link)) link.history = stoppedHistory(link.history, new Date());
    await enqueueBalances(tx, [link]);
    await tx.manager.save(TransferLink, link);
    const ended = pointsElsewhere(before, after)
      ? await endWaiting(tx, { id: link.id, destinationId: before.destinationId })
      : [];
    await moveWaiting(tx, link, waitingTransfers(before, after));
    await appendToOutbox(tx, [linkUpserted(link), ...ended]);
  }
}

/** Anew from its beginning; what is at the destination already is not sent again. */
function takeHistory(link: TransferLink): void {
  link.historyVersion += 1;
  link.history = carriesTransactions(link) ? newHistory(new Date()) : link.history;
  link.historyShapedAt = null;
}

async function moveWaiting(
  tx: Tx,
  link: TransferLink,
  move: ReturnType<typeof waitingTransfers>,
): Promise<void> {
  switch (move) {
    case 'hold':
      return holdWaiting(tx, link);
    case 'release':
      return releaseHeld(tx, link);
    case 'leave':
      return;
    default: {
      const unknown: never = move;
      return unknown;
    }
  }
}

function settingsOf(link: TransferLink): LinkSettings {
  return {
    financialAccountId: link.financialAccountId,
    destinationType: link.destinationType,
    destinationId: link.destinationId,
    transferStartDate: link.transferStartDate,
    active: link.active,
    syncMode: link.syncMode,
    onBookedChange: link.onBookedChange,
  };
}
