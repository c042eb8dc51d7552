import { DestinationState, DestinationType, TransferOperation, TransferStatus } from '@tributary/contracts';
import { idText, idTextOrNull, timeText } from '../wire-values';

/** What one attempt may have come to. */
export const ATTEMPT_STATUSES = ['TRANSFERRED', 'FAILED'] as const;

/** A log as the query model has it, with how its transfer stands now. */
export interface TransferLogRow {
  readonly id: number;
  readonly transfer_link_id: number;
  readonly account_id: number;
  readonly transaction_id: number;
  readonly destination_type: DestinationType | null;
  readonly destination_id: number | null;
  readonly operation: TransferOperation;
  readonly succeeded: boolean;
  readonly destination_transaction_id: string | null;
  readonly error: string | null;
  readonly transfer_status: TransferStatus | null;
  readonly destination_state: DestinationState | null;
  readonly attempted_at: Date;
}

/** A log; `transfer_link` where it was asked for. */
export function toTransferLog(row: TransferLogRow, link?: unknown): Readonly<Record<string, unknown>> {
  return {
    id: idText(row.id),
    transfer_link_id: idText(row.transfer_link_id),
    financial_account_id: idText(row.account_id),
    transaction_id: idText(row.transaction_id),
    destination_type: row.destination_type,
    destination_id: idTextOrNull(row.destination_id),
    operation: row.operation,
    status: row.succeeded ? 'TRANSFERRED' : 'FAILED',
    destination_transaction_id: row.destination_transaction_id,
    error: row.error,
    transfer_status: row.transfer_status,
    destination_state: row.destination_state,
    created_at: timeText(row.attempted_at),
    ...(link === undefined ? {} : { transfer_link: link }),
  };
}
