import { AreIdsOf, Documented, IfSentAndNotNull, IsWireId } from '@tributary/http';

/** Body of `POST /finance/reprocessings`: a connection, or accounts. */
export class ReprocessBody {
  @IfSentAndNotNull()
  @IsWireId()
  @Documented({ description: 'All accounts of this connection.' })
  connection_id?: number | null;

  @IfSentAndNotNull()
  @AreIdsOf('account')
  @Documented({ description: 'These accounts; with a connection, those of them that are its.' })
  financial_account_ids?: number[] | null;
}
