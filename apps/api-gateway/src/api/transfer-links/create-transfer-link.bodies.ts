import {
  DESTINATION_TYPES,
  type DestinationType,
  type OnOtherCurrency,
  SYNC_MODES,
  type SyncMode,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsDay, IsFlag, IsWireId } from '@tributary/http';
import { Type } from 'class-transformer';
import { IsIn, IsObject, ValidateNested } from 'class-validator';
import { IsDestinationCurrency, IsOnOtherCurrency } from './link-currency.rules';
import { OnBookedChangeBody } from './update-transfer-link.bodies';

/** Body of `POST /transfer-links`. */
export class CreateTransferLinkBody {
  @IsWireId()
  financial_account_id!: number;

  @IsIn(DESTINATION_TYPES, { message: `$property must be one of ${DESTINATION_TYPES.join(', ')}` })
  destination_type!: DestinationType;

  @IsWireId()
  destination_id!: number;

  /** Absent or null: the whole history. */
  @IfSentAndNotNull()
  @Documented({ type: ['string', 'null'], description: 'Absent or null: the whole history.' })
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
