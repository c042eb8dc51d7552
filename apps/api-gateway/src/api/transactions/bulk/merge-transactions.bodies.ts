import { IsWireId } from '@tributary/http';

/** Body of `POST /finance/transactions/{id}/merge`. */
export class MergeTransactionsBody {
  /** The transaction that goes. */
  @IsWireId()
  transaction_id!: number;
}
