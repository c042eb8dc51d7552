import { TRANSFER_PAIR_DECISIONS } from '@tributary/contracts';
import { IsWireId } from '@tributary/http';
import { IsIn } from 'class-validator';

/** Body of `POST /finance/transfer-pairs`: the two transactions, in any order. */
export class CreateTransferPairBody {
  @IsWireId()
  transaction_id!: number;

  @IsWireId()
  counterpart_transaction_id!: number;
}

/** Body of `PUT /finance/transfer-pairs/{id}`. */
export class DecideTransferPairBody {
  @IsIn(TRANSFER_PAIR_DECISIONS, { message: 'The status must be CONFIRMED or REJECTED.' })
  status!: (typeof TRANSFER_PAIR_DECISIONS)[number];
}
