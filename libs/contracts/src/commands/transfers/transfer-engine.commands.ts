import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { TransferLinkSettings } from '../../documents/transfers/transfer.documents';
import { formerlyCamelCase } from '../../former-names';
import { Refusal } from '../../refusal';
import { changeOf, creationOf } from '../../resources/forms';
import { Id, Nullable } from '../../scalars';
import { TransferLinkUpsertedV1 } from '../../events/transfers/transfer-link-upserted.v1';

const LINKS_MAX = 500;

export const NewTransferLink = creationOf(TransferLinkSettings);
export type NewTransferLink = Static<typeof NewTransferLink>;

/** Changes of a link. Absent members do not change; null clears a nullable member. */
export const TransferLinkChange = changeOf(TransferLinkSettings);
export type TransferLinkChange = Static<typeof TransferLinkChange>;

const NewLink = formerlyCamelCase(NewTransferLink);

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
  payload: formerlyCamelCase(Type.Object({ transfer_link_id: Id, ...TransferLinkChange.properties })),
  result: TransferLinkUpsertedV1.payload,
});

/**
 * The result for one of several links: the link as it is now (as far as the links fit into a message), or the reason
 * of the refusal.
 */
export const LinkOutcome = Type.Object({
  /** Null where a link was to be made and was refused. */
  transferLinkId: Nullable(Id),
  link: Nullable(TransferLinkUpsertedV1.payload),
  refusal: Nullable(Refusal),
});
export type LinkOutcome = Static<typeof LinkOutcome>;

/** Results in the order of the command. */
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
