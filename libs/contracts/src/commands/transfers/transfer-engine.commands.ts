import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { ON_OTHER_CURRENCY } from '../../documents/transfers/currency-rule';
import { DestinationType } from '../../destinations/destinations';
import { OnBookedChange, SYNC_MODES } from '../../documents/transfers/transfer.documents';
import { Refusal } from '../../refusal';
import { Currency, Id, IsoDate, Nullable, OneOf } from '../../scalars';
import { TransferLinkUpsertedV1 } from '../../events/transfers/transfer-link-upserted.v1';

const LINKS_MAX = 500;

const NewLink = Type.Object({
  financialAccountId: Id,
  destinationType: DestinationType,
  destinationId: Id,
  transferStartDate: Nullable(IsoDate),
  active: Type.Boolean(),
  syncMode: OneOf(SYNC_MODES),
  onBookedChange: Type.Partial(OnBookedChange),
  /** Needed where the account's currency is not the destination's. */
  onOtherCurrency: Type.Optional(OneOf(ON_OTHER_CURRENCY)),
  /** Of a destination that states none; absent: that of the destination's other links, or the account's. */
  destinationCurrency: Type.Optional(Currency),
});

export const CreateTransferLinks = defineCommand({
  service: 'transfer-engine',
  name: 'create-transfer-links',
  description: 'Creates transfer links, all or none; each sends its account’s history.',
  payload: Type.Object({
    links: Type.Array(NewLink, { minItems: 1, maxItems: LINKS_MAX }),
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
    onOtherCurrency: Type.Optional(OneOf(ON_OTHER_CURRENCY)),
    destinationCurrency: Type.Optional(Currency),
  }),
  result: TransferLinkUpsertedV1.payload,
});

/** Of several links, the outcome of one: the link as it is now (as far as a message holds them), or why it was refused. */
export const LinkOutcome = Type.Object({
  /** Null where a link was to be made and was refused. */
  transferLinkId: Nullable(Id),
  link: Nullable(TransferLinkUpsertedV1.payload),
  refusal: Nullable(Refusal),
});
export type LinkOutcome = Static<typeof LinkOutcome>;

/** In the order of the command. */
const LinkOutcomes = Type.Object({ results: Type.Array(LinkOutcome) });

export const CreateEachTransferLink = defineCommand({
  service: 'transfer-engine',
  name: 'create-each-transfer-link',
  description: 'Makes transfer links, each for itself: one that is refused leaves the others alone.',
  payload: Type.Object({ links: Type.Array(NewLink, { minItems: 1, maxItems: LINKS_MAX }) }),
  result: LinkOutcomes,
});

export const UpdateEachTransferLink = defineCommand({
  service: 'transfer-engine',
  name: 'update-each-transfer-link',
  description: 'Changes transfer links, each for itself: one that is refused leaves the others alone.',
  payload: Type.Object({
    changes: Type.Array(UpdateTransferLink.payload, { minItems: 1, maxItems: LINKS_MAX }),
  }),
  result: LinkOutcomes,
});

export const DeleteEachTransferLink = defineCommand({
  service: 'transfer-engine',
  name: 'delete-each-transfer-link',
  description: 'Deletes transfer links, each for itself; what they have sent stays where it is.',
  payload: Type.Object({ transferLinkIds: Type.Array(Id, { minItems: 1, maxItems: LINKS_MAX }) }),
  result: LinkOutcomes,
});
