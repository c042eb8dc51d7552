import { AreIdsOf, IsWireId } from '@tributary/http';
import { applyDecorators, Type as Class } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { CreateTransferLinkBody } from './create-transfer-link.bodies';
import { UpdateTransferLinkBody } from './update-transfer-link.bodies';

const LINKS_MAX = 500;

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

/** A link with what is to change of it: what is left out keeps its value. */
export class ChangedTransferLinkBody extends UpdateTransferLinkBody {
  @IsWireId()
  id!: number;
}

/** Body of `PUT /transfer-links/bulk`. */
export class UpdateTransferLinksBody {
  @AreLinks(ChangedTransferLinkBody)
  transfer_links!: ChangedTransferLinkBody[];
}

/** Body of `DELETE /transfer-links/bulk`. */
export class DeleteTransferLinksBody {
  @AreIdsOf('transfer link', LINKS_MAX)
  transfer_link_ids!: number[];
}
