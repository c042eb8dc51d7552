import { BULK_TRANSACTIONS_MAX } from '@tributary/contracts';
import { IsWireId } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { CreateTransactionBody, UpdateTransactionBody } from '../transaction.bodies';

const tooMany = { message: `$property must have at most ${BULK_TRANSACTIONS_MAX} transactions` };

function IsBulk(): PropertyDecorator {
  return applyDecorators(
    ArrayMaxSize(BULK_TRANSACTIONS_MAX, tooMany),
    ArrayMinSize(1, { message: '$property must have at least one transaction' }),
    IsArray({ message: '$property must be a list of transactions' }),
  );
}

function IsBulkOf(type: new () => object): PropertyDecorator {
  return applyDecorators(
    IsBulk(),
    ValidateNested({ each: true, message: 'each of $property must be an object' }),
    Type(() => type),
  );
}

/** Body of `POST /finance/transactions/bulk`. */
export class CreateTransactionsBody {
  @IsBulkOf(CreateTransactionBody)
  transactions!: CreateTransactionBody[];
}

/** Body of `PUT /finance/transactions/{id}`, with the id. */
@JSONSchema({ minProperties: 2 })
export class UpdateTransactionItemBody extends UpdateTransactionBody {
  @IsWireId()
  id!: number;
}

/** Body of `PUT /finance/transactions/bulk`. */
export class UpdateTransactionsBody {
  @IsBulkOf(UpdateTransactionItemBody)
  transactions!: UpdateTransactionItemBody[];
}

/** Body of `DELETE /finance/transactions/bulk`. */
export class DeleteTransactionsBody {
  @IsWireId({ each: true })
  @IsBulk()
  transaction_ids!: number[];
}

/** Body of `POST /finance/transactions/{id}/merge`. */
export class MergeTransactionsBody {
  /** The transaction that goes. */
  @IsWireId()
  transaction_id!: number;
}
