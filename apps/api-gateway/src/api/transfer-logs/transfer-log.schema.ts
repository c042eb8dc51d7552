import { Type } from '@sinclair/typebox';
import {
  DESTINATION_STATES,
  DESTINATION_TYPES,
  RETRY_ERRORS,
  TRANSFER_OPERATIONS,
  TRANSFER_STATUSES,
  UNDO_TRANSFER_ERRORS,
} from '@tributary/contracts';
import { component } from '../../rest/openapi/components';
import { IdText, OrNull, Text, TextOneOf, TextOrNull, TimeText } from '../../rest/openapi/wire.schema';
import { TransferLink } from '../transfer-links/transfer-link.schema';

/** Possible results of one attempt. */
export const ATTEMPT_STATUSES = ['TRANSFERRED', 'FAILED'] as const;

/** An attempt to carry a transaction to a destination. */
export const TransferLog = component(
  'TransferLog',
  Type.Object({
    id: IdText,
    transfer_link_id: IdText,
    financial_account_id: IdText,
    transaction_id: IdText,
    destination_type: OrNull(TextOneOf(DESTINATION_TYPES)),
    destination_id: OrNull(IdText),
    operation: TextOneOf(TRANSFER_OPERATIONS),
    status: TextOneOf(ATTEMPT_STATUSES),
    destination_transaction_id: TextOrNull,
    error: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it failed, or what of it was left alone.',
    }),
    transfer_status: Type.Optional(
      Type.Unsafe<string>({
        type: ['string', 'null'],
        enum: [...TRANSFER_STATUSES, null],
        description: 'The current status of the transaction on the link.',
      }),
    ),
    destination_state: Type.Optional(
      Type.Unsafe<string>({
        type: ['string', 'null'],
        enum: [...DESTINATION_STATES, null],
        description:
          'How the row is at the destination now, as far as is known: `PRESENT` as it was sent; `CHANGED`, ' +
          '`RECONCILED` or `DELETED` by the user, and then left alone; `REMOVED` by Tributary; `ABSENT`, never ' +
          'there; `UNKNOWN` while the end of a request is not known.',
      }),
    ),
    created_at: TimeText,
    transfer_link: Type.Optional(OrNull(TransferLink)),
  }),
);

function resultsOf(errors: readonly string[]) {
  return Type.Object({
    results: Type.Array(
      Type.Object({
        transfer_log_id: IdText,
        success: Type.Boolean(),
        message: Text,
        error: OrNull(TextOneOf(errors)),
      }),
    ),
  });
}

export const RetryResults = resultsOf(RETRY_ERRORS);
export const UndoResults = resultsOf(UNDO_TRANSFER_ERRORS);
