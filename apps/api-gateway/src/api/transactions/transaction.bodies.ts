import { SET_ON_TRANSACTION_BYTES_MAX, SPLIT_PARTS, TRANSACTION_TEXT_LENGTH_MAX } from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsDay, IsFlag, IsWireId } from '@tributary/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { applyDecorators } from '@nestjs/common';
import { IsCurrency, IsMoney } from '../../rest/money.rules';

/** Ingestion holds it, because it counts what was set earlier too. */
const BYTES_TOGETHER =
  `All that is set on one transaction has at most ${SET_ON_TRANSACTION_BYTES_MAX.toLocaleString('en-US')} bytes as JSON, ` +
  'with the payee and description that are taken from it.';

function IsText(): PropertyDecorator {
  return applyDecorators(
    IsString({ message: '$property must be a text' }),
    MaxLength(TRANSACTION_TEXT_LENGTH_MAX, {
      message: `$property must have at most ${TRANSACTION_TEXT_LENGTH_MAX} characters`,
    }),
  );
}

function IsPart(type: new () => object): PropertyDecorator {
  return applyDecorators(
    IsObject({ message: '$property must be an object' }),
    ValidateNested(),
    Type(() => type),
  );
}

class MappedFieldsBody {
  @IfSent() @IsText() payee?: string;
  @IfSent() @IsText() description?: string;
  @IfSent() @IsDay() date?: string;
}

class PartyBody {
  @IfSent() @IsText() name?: string;
  @IfSent() @IsText() iban?: string;
  @IfSent() @IsText() bban?: string;
}

class RemittanceBody {
  @IfSent() @IsText() structured?: string;
  @IfSent() @IsText() unstructured?: string;
}

class MappedFieldsChangesBody {
  @IfSentAndNotNull() @IsText() payee?: string | null;
  @IfSentAndNotNull() @IsText() description?: string | null;
  @IfSentAndNotNull() @IsDay() date?: string | null;
}

class PartyChangesBody {
  @IfSentAndNotNull() @IsText() name?: string | null;
  @IfSentAndNotNull() @IsText() iban?: string | null;
  @IfSentAndNotNull() @IsText() bban?: string | null;
}

class RemittanceChangesBody {
  @IfSentAndNotNull() @IsText() structured?: string | null;
  @IfSentAndNotNull() @IsText() unstructured?: string | null;
}

@JSONSchema({ description: BYTES_TOGETHER })
class PartBody {
  @IsDefined({ message: 'The amount field is required.' })
  @IsMoney()
  amount!: string;

  @IfSent() @IsFlag() booked?: boolean;
  @IfSent() @IsDay() booking_date?: string;
  @IfSent() @IsDay() value_date?: string;
  @IfSent() @IsPart(MappedFieldsBody) mapped_fields?: MappedFieldsBody;
  @IfSent() @IsPart(PartyBody) debtor?: PartyBody;
  @IfSent() @IsPart(PartyBody) creditor?: PartyBody;
  @IfSent() @IsPart(RemittanceBody) remittance_information?: RemittanceBody;
  @IfSent() @IsText() additional_information?: string;
}

/** Body of `POST /finance/transactions/{id}/split`. */
export class SplitTransactionBody {
  @Documented({
    description:
      'They add up to the transaction’s amount; none is zero. What a part leaves out it has of the transaction.',
  })
  @IsArray({ message: '$property must be a list of parts' })
  @ArrayMinSize(SPLIT_PARTS.min, { message: `$property must have at least ${SPLIT_PARTS.min} parts` })
  @ArrayMaxSize(SPLIT_PARTS.max, { message: `$property must have at most ${SPLIT_PARTS.max} parts` })
  @ValidateNested({ each: true })
  @Type(() => PartBody)
  parts!: PartBody[];
}

/** Body of `POST /finance/transactions`. */
@JSONSchema({ description: BYTES_TOGETHER })
export class CreateTransactionBody extends PartBody {
  @IsWireId()
  financial_account_id!: number;

  @IfSent() @IsCurrency() currency?: string;
}

/**
 * Body of `PUT /finance/transactions/{id}`: members that are left out keep their value. Null releases a field, or one
 * member of it: the provider's value shows again, and rules may set it.
 */
@JSONSchema({ minProperties: 1, description: BYTES_TOGETHER })
export class UpdateTransactionBody {
  @IfSentAndNotNull() @IsMoney() amount?: string | null;
  @IfSentAndNotNull() @IsCurrency() currency?: string | null;
  @IfSentAndNotNull() @IsFlag() booked?: boolean | null;
  @IfSentAndNotNull() @IsDay() booking_date?: string | null;
  @IfSentAndNotNull() @IsDay() value_date?: string | null;
  @IfSentAndNotNull() @IsPart(MappedFieldsChangesBody) mapped_fields?: MappedFieldsChangesBody | null;
  @IfSentAndNotNull() @IsPart(PartyChangesBody) debtor?: PartyChangesBody | null;
  @IfSentAndNotNull() @IsPart(PartyChangesBody) creditor?: PartyChangesBody | null;
  @IfSentAndNotNull() @IsPart(RemittanceChangesBody) remittance_information?: RemittanceChangesBody | null;
  @IfSentAndNotNull() @IsText() additional_information?: string | null;
}
