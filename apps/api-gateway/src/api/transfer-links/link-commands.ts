import { CommandPayload, CreateTransferLinks, UpdateTransferLink } from '@tributary/contracts';
import { CreateTransferLinkBody } from './create-transfer-link.bodies';
import { UpdateTransferLinkBody } from './update-transfer-link.bodies';

/** A new link as its owner takes it. */
export function fromCreateBody(
  body: CreateTransferLinkBody,
): CommandPayload<typeof CreateTransferLinks>['links'][number] {
  return {
    financialAccountId: body.financial_account_id,
    destinationType: body.destination_type,
    destinationId: body.destination_id,
    transferStartDate: body.transfer_start_date ?? null,
    active: body.active ?? true,
    syncMode: body.sync_mode ?? 'TRANSACTIONS',
    onBookedChange: sent({ ...body.on_booked_change }),
    ...sent({ onOtherCurrency: body.on_other_currency, destinationCurrency: body.destination_currency }),
  };
}

/** Only what the client sent. */
export function fromUpdateBody(
  transferLinkId: number,
  body: UpdateTransferLinkBody,
): CommandPayload<typeof UpdateTransferLink> {
  const changes = {
    financialAccountId: body.financial_account_id,
    destinationType: body.destination_type,
    destinationId: body.destination_id,
    transferStartDate: body.transfer_start_date,
    active: body.active,
    syncMode: body.sync_mode,
    onBookedChange: body.on_booked_change && sent({ ...body.on_booked_change }),
    onOtherCurrency: body.on_other_currency,
    destinationCurrency: body.destination_currency,
  };
  return { transferLinkId, ...sent(changes) };
}

/** Only what the client sent: what is left out keeps its value. */
function sent<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
