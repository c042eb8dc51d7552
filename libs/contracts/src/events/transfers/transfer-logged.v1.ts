import { Static, Type } from '@sinclair/typebox';
import { defineEvent } from '../../contract';
import { DestinationType } from '../../destinations/destinations';
import { SAMPLE_TIME } from '../../documents/samples';
import { Id, IsoTime, Nullable, OneOf, Version } from '../../scalars';
import {
  DESTINATION_STATES,
  TRANSFER_OPERATIONS,
  TRANSFER_STATUSES,
} from '../../documents/transfers/transfer.documents';

/** The state of one transaction on one link, and the attempt that led to it, if there was one. */
export const TransferLogEntry = Type.Object({
  transferId: Id,
  /** Rises with each change of the transfer. */
  version: Version,
  transferLinkId: Id,
  transactionId: Id,
  status: OneOf(TRANSFER_STATUSES),
  destinationState: Type.Optional(OneOf(DESTINATION_STATES)),
  attempt: Nullable(
    Type.Object({
      id: Id,
      operation: OneOf(TRANSFER_OPERATIONS),
      succeeded: Type.Boolean(),
      destinationTransactionId: Nullable(Type.String()),
      error: Nullable(Type.String()),
      attemptedAt: IsoTime,
      /** The target of the transfer: the link may point elsewhere by now. */
      destinationType: Type.Optional(DestinationType),
      destinationId: Type.Optional(Id),
    }),
  ),
});
export type TransferLogEntry = Static<typeof TransferLogEntry>;

/** Transfers of one account changed: planned, sent, refused, skipped. Key: account id. */
export const TransferLoggedV1 = defineEvent({
  topic: 'transfer.logged',
  version: 1,
  description: 'Transfers of one account were planned, sent, refused or skipped.',
  producer: 'transfer-engine',
  consumers: ['api-gateway'],
  keyedBy: 'financialAccountId',
  itemsIn: 'entries',
  payload: Type.Object({
    financialAccountId: Id,
    userId: Id,
    entries: Type.Array(TransferLogEntry, { minItems: 1, maxItems: 1000 }),
  }),
  sample: {
    financialAccountId: 17,
    userId: 1,
    entries: [
      {
        transferId: 3001,
        version: 2,
        transferLinkId: 8,
        transactionId: 1001,
        status: 'TRANSFERRED',
        destinationState: 'PRESENT',
        attempt: {
          id: 7001,
          operation: 'CREATE',
          succeeded: true,
          destinationTransactionId: '7c0e2a',
          error: null,
          attemptedAt: SAMPLE_TIME,
          destinationType: 'BUDGETA',
          destinationId: 12,
        },
      },
    ],
  },
});
