import { Documented, IfSentAndNotNull, IsWireId } from '@tributary/http';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

const ACCOUNTS_MAX = 1000;

/** Body of `POST /finance/reprocessings`: a connection, or accounts. */
export class ReprocessBody {
  @IfSentAndNotNull()
  @IsWireId()
  @Documented({ description: 'All accounts of this connection.' })
  connection_id?: number | null;

  @IfSentAndNotNull()
  @IsArray({ message: '$property must be a list of account ids' })
  @ArrayMinSize(1, { message: '$property must name at least one account' })
  @ArrayMaxSize(ACCOUNTS_MAX, { message: `$property must name at most ${ACCOUNTS_MAX} accounts` })
  @IsWireId({ each: true })
  @Documented({ description: 'These accounts; with a connection, those of them that are its.' })
  financial_account_ids?: number[] | null;
}
