import { DESTINATION_TYPES, type DestinationType } from '@tributary/contracts';
import { Documented, IsSentOrNull } from '@tributary/http';
import { IsIn, IsString, MaxLength } from 'class-validator';
import { REASON_LENGTH_MAX } from './transfer-failures.store';

/** Body of `POST /transfer-logs/failures/retry`: a group as `GET /transfer-logs/failures` shows it. */
export class RetryFailuresBody {
  @IsSentOrNull()
  @Documented({ type: ['string', 'null'] })
  @MaxLength(REASON_LENGTH_MAX, { message: `$property must have at most ${REASON_LENGTH_MAX} characters` })
  @IsString({ message: '$property must be a text' })
  reason!: string | null;

  @IsSentOrNull()
  @Documented({ type: ['string', 'null'], enum: [...DESTINATION_TYPES, null] })
  @IsIn(DESTINATION_TYPES, { message: `$property must be one of ${DESTINATION_TYPES.join(', ')}` })
  destination_type!: DestinationType | null;
}
