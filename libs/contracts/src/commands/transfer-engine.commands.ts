import { Type } from '@sinclair/typebox';
import { defineCommand } from '../contract';
import { DestinationType } from '../destinations/destinations';
import { OnBookedChange, SYNC_MODES } from '../documents/transfer.documents';
import { Id, IsoDate, Nullable, OneOf } from '../scalars';
import { TransferLinkUpsertedV1 } from '../events/transfer-link-upserted.v1';

export const CreateTransferLinks = defineCommand({
  service: 'transfer-engine',
  name: 'create-transfer-links',
  description: 'Creates transfer links, all or none; each sends its account’s history.',
  payload: Type.Object({
    links: Type.Array(
      Type.Object({
        financialAccountId: Id,
        destinationType: DestinationType,
        destinationId: Id,
        transferStartDate: Nullable(IsoDate),
        active: Type.Boolean(),
        syncMode: OneOf(SYNC_MODES),
        onBookedChange: Type.Partial(OnBookedChange),
      }),
      { minItems: 1, maxItems: 500 },
    ),
  }),
  result: Type.Object({ links: Type.Array(TransferLinkUpsertedV1.payload) }),
});

export const UpdateTransferLink = defineCommand({
  service: 'transfer-engine',
  name: 'update-transfer-link',
  description: 'Changes the fields of a transfer link that are sent; null clears a nullable one.',
  payload: Type.Object({
    transferLinkId: Id,
    financialAccountId: Type.Optional(Id),
    destinationType: Type.Optional(DestinationType),
    destinationId: Type.Optional(Id),
    transferStartDate: Type.Optional(Nullable(IsoDate)),
    active: Type.Optional(Type.Boolean()),
    syncMode: Type.Optional(OneOf(SYNC_MODES)),
    onBookedChange: Type.Optional(Type.Partial(OnBookedChange)),
  }),
  result: TransferLinkUpsertedV1.payload,
});
