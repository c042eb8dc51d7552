import { Static, Type } from '@sinclair/typebox';
import { defineCommand } from '../../contract';
import { TransferLinkSettings } from '../../documents/transfers/transfer.documents';
import { formerlyCamelCase } from '../../former-names';
import { ListMode, Refusal } from '../refusal';
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

/** A link's id and its changes. */
export const ChangedTransferLink = formerlyCamelCase(
  Type.Object({ transfer_link_id: Id, ...TransferLinkChange.properties }),
);

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
const results = Type.Array(LinkOutcome);
const listed = { minItems: 1, maxItems: LINKS_MAX };

export const CreateTransferLinks = defineCommand({
  service: 'transfer-engine',
  name: 'create-transfer-links',
  description: 'Creates transfer links; each sends its account’s history.',
  payload: Type.Object({ links: Type.Array(NewLink, listed), mode: ListMode }),
  result: Type.Object({ results }),
});

export const UpdateTransferLinks = defineCommand({
  service: 'transfer-engine',
  name: 'update-transfer-links',
  description: 'Changes the fields of transfer links that are sent; null clears a nullable one.',
  payload: Type.Object({ changes: Type.Array(ChangedTransferLink, listed), mode: ListMode }),
  result: Type.Object({ results }),
});

export const DeleteTransferLinks = defineCommand({
  service: 'transfer-engine',
  name: 'delete-transfer-links',
  description: 'Deletes transfer links; sent transfers stay at the destination, waiting ones are not sent.',
  payload: Type.Object({ transfer_link_ids: Type.Array(Id, listed), mode: ListMode }),
  result: Type.Object({ results }),
});
