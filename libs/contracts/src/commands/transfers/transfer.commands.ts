import { Static, TSchema, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { Id, Nullable, OneOf } from '../../scalars';
import { DriftCheckUpsertedV1 } from '../../events/transfers/drift-check-upserted.v1';
import { TransferLoggedV1 } from '../../events/transfers/transfer-logged.v1';

const LOGS_MAX = 1000;
const logIds = Type.Array(Id, { minItems: 1, maxItems: LOGS_MAX });

/** The result of retrying or undoing one log. */
function resultOf<E extends TSchema>(error: E) {
  return Type.Object({
    transferLogId: Id,
    success: Type.Boolean(),
    message: Type.String(),
    error: Nullable(error),
  });
}

/** Result schema: a result for each log, and the current transfers, as many as fit into a message. */
function outcome<E extends TSchema>(error: E) {
  return Type.Object({ results: Type.Array(resultOf(error)), logged: Type.Array(TransferLoggedV1.payload) });
}

export const RETRY_ERRORS = [
  'not_found',
  'nothing_to_retry',
  'removed',
  'link_paused',
  'link_ended',
  'waits_for_currency',
] as const;
export type RetryError = (typeof RETRY_ERRORS)[number];

export const RetryTransfers = defineCommand({
  service: 'transfer-engine',
  name: 'retry-transfers',
  description:
    'Takes up again what failed, what the user deleted at the destination, or what was left alone because of the ' +
    'user’s changes there: the transfers of the logs named, each for itself.',
  payload: Type.Object({ transferLogIds: logIds }),
  result: outcome(OneOf(RETRY_ERRORS)),
});
export type RetryResult = Static<typeof RetryTransfers.result>['results'][number];

export const RetryTransferLink = defineCommand({
  service: 'transfer-engine',
  name: 'retry-transfer-link',
  description: 'Retries everything that failed on a transfer link.',
  payload: Type.Object({ transferLinkId: Id }),
  result: Type.Object({ retried: Type.Integer({ minimum: 0 }) }),
});

export const UNDO_TRANSFER_ERRORS = ['not_found', 'not_undoable', 'already_undone'] as const;
export type UndoTransferError = (typeof UNDO_TRANSFER_ERRORS)[number];

export const UndoTransfers = defineCommand({
  service: 'transfer-engine',
  name: 'undo-transfers',
  description: 'Removes at the destination what the transfers of the logs named made there, each for itself.',
  payload: Type.Object({ transferLogIds: logIds }),
  result: outcome(OneOf(UNDO_TRANSFER_ERRORS)),
});
export type UndoTransferResult = Static<typeof UndoTransfers.result>['results'][number];

export const CheckTransferLink = defineCommand({
  service: 'transfer-engine',
  name: 'check-transfer-link',
  description: 'Holds what a link’s destination has against what was sent there, in the background.',
  payload: Type.Object({ transferLinkId: Id }),
  result: DriftCheckUpsertedV1.payload,
});
