import { Controller } from '@nestjs/common';
import {
  CommandResult,
  EventPayload,
  RetryError,
  RetryResult,
  RetryTransfers,
  TransferLoggedV1,
} from '@tributary/contracts';
import { appendToOutbox, OnCommand, OutgoingEvent, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { lockChosen, saveChosen } from './chosen-transfers';
import { ChosenTransfer } from './transfers.store';
import { retryTransfer } from './retry-transfer';

const MESSAGES: Readonly<Record<RetryError, string>> = {
  not_found: 'Resource not found.',
  nothing_to_retry: 'There is nothing to be done again for this transaction.',
  removed: 'The transaction does not exist any more.',
  link_paused: 'The transfer link is paused: activate it, and what waits is sent.',
  link_ended: 'The transfer link was deleted, or points elsewhere now.',
  waits_for_currency:
    'Its amount is in another currency: it waits for a rate, or until the transfer link says what becomes of it.',
};

/** Retries transfers by hand; each succeeds or is refused by itself. */
@Controller()
export class RetryTransfersHandler {
  @OnCommand(RetryTransfers)
  async retry(
    { caller, payload }: ReceivedCommand<typeof RetryTransfers>,
    tx: Tx,
  ): Promise<CommandResult<typeof RetryTransfers>> {
    const chosen = await lockChosen(tx, caller, payload.transferLogIds);
    const retried = new Map<number, ChosenTransfer>();
    const results = payload.transferLogIds.map((logId): RetryResult => {
      const transfer = chosen.get(logId);
      if (!transfer) return refused(logId, 'not_found');
      const next = retryTransfer(transfer, transfer);
      if ('error' in next) return refused(logId, next.error);
      retried.set(transfer.id, { ...transfer, ...next });
      return { transferLogId: logId, success: true, message: 'The transfer is tried again.', error: null };
    });
    const events = await saveChosen(tx, [...retried.values()]);
    await appendToOutbox(tx, events);
    return { results, logged: payloadsOf(events) };
  }
}

function refused(transferLogId: number, error: RetryError): RetryResult {
  return { transferLogId, success: false, message: MESSAGES[error], error };
}

/** The changed transfers for the caller's reply, before the events arrive. */
export function payloadsOf(events: readonly OutgoingEvent[]): EventPayload<typeof TransferLoggedV1>[] {
  return events.map(({ payload }) => payload as EventPayload<typeof TransferLoggedV1>);
}
