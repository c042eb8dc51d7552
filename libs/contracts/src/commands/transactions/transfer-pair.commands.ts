import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { TRANSFER_PAIR_DECISIONS } from '../../documents/transactions/transfer-pair.document';
import { TransferPairUpsertedV1 } from '../../events/transactions/transfer-pair-upserted.v1';
import { Id, OneOf } from '../../scalars';
import { TransactionChanges } from './transaction.commands';

/** A pair, and the changes of its transactions. */
export const TransferPairChanges = Type.Object({
  pair: TransferPairUpsertedV1.payload,
  changes: Type.Array(TransactionChanges),
});
export type TransferPairChanges = Static<typeof TransferPairChanges>;

export const CreateTransferPair = defineCommand({
  service: 'ingestion-sync',
  name: 'create-transfer-pair',
  description: 'Says that two transactions move money between the user’s own accounts.',
  payload: Type.Object({ transactionIds: Type.Array(Id, { minItems: 2, maxItems: 2 }) }),
  result: TransferPairChanges,
});

export const DecideTransferPair = defineCommand({
  service: 'ingestion-sync',
  name: 'decide-transfer-pair',
  description: 'Confirms or rejects a transfer between own accounts; a confirmed one can be rejected later.',
  payload: Type.Object({ transferPairId: Id, status: OneOf(TRANSFER_PAIR_DECISIONS) }),
  result: TransferPairChanges,
});
