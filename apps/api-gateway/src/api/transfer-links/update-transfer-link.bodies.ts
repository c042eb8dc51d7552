import {
  DESTINATION_TYPES,
  type DestinationType,
  type OnBookedChange,
  type OnOtherCurrency,
  SYNC_MODES,
  type SyncMode,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsDay, IsFlag, IsWireId } from '@tributary/http';
import { Type } from 'class-transformer';
import { IsIn, IsObject, ValidateIf, ValidateNested } from 'class-validator';
import { IsDestinationCurrency, IsOnOtherCurrency } from './link-currency.rules';

/** Which fields of a row at the destination a booked change updates. */
export class OnBookedChangeBody implements Partial<OnBookedChange> {
  @IfSent() @IsFlag() update_status?: boolean;
  @IfSent() @IsFlag() update_payee?: boolean;
  @IfSent() @IsFlag() update_description?: boolean;
  @IfSent() @IsFlag() update_amount?: boolean;
}

/** Body of `PUT /transfer-links/{id}`: what is left out keeps its value. */
export class UpdateTransferLinkBody {
  @IfSent()
  @IsWireId()
  financial_account_id?: number;

  @IfSent()
  @IsIn(DESTINATION_TYPES, { message: `$property must be one of ${DESTINATION_TYPES.join(', ')}` })
  destination_type?: DestinationType;

  @ValidateIf(
    (body: UpdateTransferLinkBody, value: unknown) =>
      value !== undefined || body.destination_type !== undefined,
  )
  @IsWireId()
  destination_id?: number;

  /** Null: the whole history. */
  @IfSentAndNotNull()
  @Documented({ type: ['string', 'null'], description: 'Null: the whole history.' })
  @IsDay()
  transfer_start_date?: string | null;

  @IfSent()
  @IsObject({ message: '$property must be an object of flags' })
  @ValidateNested()
  @Type(() => OnBookedChangeBody)
  on_booked_change?: OnBookedChangeBody;

  @IfSent()
  @IsFlag()
  active?: boolean;

  @IfSent()
  @IsIn(SYNC_MODES, { message: `$property must be one of ${SYNC_MODES.join(', ')}` })
  sync_mode?: SyncMode;

  @IsOnOtherCurrency()
  on_other_currency?: OnOtherCurrency;

  @IsDestinationCurrency()
  destination_currency?: string;
}
