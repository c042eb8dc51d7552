import { Static, Type as Schema } from '@sinclair/typebox';
import {
  CategoryMapEntry,
  Id,
  NewTransferLink,
  OnBookedChange,
  TransferLinkChange,
} from '@tributary/contracts';
import { AreIdsOf, bodyClass } from '@tributary/http';
import { applyDecorators, Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateIf, ValidateNested } from 'class-validator';

const LINKS_MAX = 500;

const parts = {
  on_booked_change: bodyClass('OnBookedChangeBody', Schema.Partial(OnBookedChange)),
  category_map: bodyClass('CategoryMapEntryBody', CategoryMapEntry),
};

/** A destination is named by its type and its id. */
const MovesByBoth = ValidateIf(
  (body: TransferLinkChange, value: unknown) => value !== undefined || body.destination_type !== undefined,
);

/** Body of `POST /transfer-links`. */
export const CreateTransferLinkBody = bodyClass('CreateTransferLinkBody', NewTransferLink, { parts });
export type CreateTransferLinkBody = NewTransferLink;

/** Body of `PUT /transfer-links/{id}`. Absent members do not change. */
export const UpdateTransferLinkBody = bodyClass('UpdateTransferLinkBody', TransferLinkChange, {
  parts,
  conditions: { destination_id: MovesByBoth },
});
export type UpdateTransferLinkBody = TransferLinkChange;

/** A link's id and its changes. Absent members do not change. */
const ChangedTransferLink = Schema.Object({ ...TransferLinkChange.properties, id: Id });
const ChangedTransferLinkBody = bodyClass('ChangedTransferLinkBody', ChangedTransferLink, {
  parts,
  conditions: { destination_id: MovesByBoth },
});

const AreLinks = (link: Class) =>
  applyDecorators(
    Type(() => link),
    ValidateNested({ each: true, message: 'each of $property must be an object' }),
    ArrayMaxSize(LINKS_MAX, { message: `$property must have at most ${LINKS_MAX} transfer links` }),
    ArrayMinSize(1, { message: '$property must have at least one transfer link' }),
    IsArray({ message: '$property must be a list of transfer links' }),
  );

/** Body of `POST /transfer-links/bulk`. */
export class CreateTransferLinksBody {
  @AreLinks(CreateTransferLinkBody)
  transfer_links!: CreateTransferLinkBody[];
}

/** Body of `PUT /transfer-links/bulk`. */
export class UpdateTransferLinksBody {
  @AreLinks(ChangedTransferLinkBody)
  transfer_links!: Static<typeof ChangedTransferLink>[];
}

/** Body of `DELETE /transfer-links/bulk`. */
export class DeleteTransferLinksBody {
  @AreIdsOf('transfer link', LINKS_MAX)
  transfer_link_ids!: number[];
}
