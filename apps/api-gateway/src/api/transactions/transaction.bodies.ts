import { Static, TObject, Type as Schema } from '@sinclair/typebox';
import {
  clearable,
  Currency,
  EDITABLE_OBJECTS,
  Id,
  SET_ON_TRANSACTION_BYTES_MAX,
  SPLIT_PARTS,
  TransactionFieldChanges,
  TransactionPart,
} from '@tributary/contracts';
import { bodyClass, Documented } from '@tributary/http';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsDefined, IsObject, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { applyDecorators, Type as Class } from '@nestjs/common';

/** Ingestion enforces this limit, because it counts earlier changes too. */
const BYTES_TOGETHER =
  `All that is set on one transaction has at most ${SET_ON_TRANSACTION_BYTES_MAX.toLocaleString('en-US')} bytes as JSON, ` +
  'with the payee and description that are taken from it.';

function IsPart(part: Class): PropertyDecorator {
  return applyDecorators(
    IsObject({ message: '$property must be an object' }),
    ValidateNested(),
    Type(() => part),
  );
}

/** The validators of members that are objects. */
function objectsIn(form: (members: TObject) => TObject, suffix: string) {
  const partOf = (name: string, members: TObject) => IsPart(bodyClass(`${name}${suffix}`, form(members)));
  const mapped_fields = partOf('MappedFields', EDITABLE_OBJECTS.mapped_fields);
  const debtor = partOf('Party', EDITABLE_OBJECTS.debtor);
  const remittance_information = partOf('Remittance', EDITABLE_OBJECTS.remittance_information);
  return { mapped_fields, debtor, creditor: debtor, remittance_information };
}

const objects = objectsIn((members) => Schema.Partial(members), 'Body');
const changedObjects = objectsIn(clearable, 'ChangesBody');

const options = {
  validators: objects,
  rules: { amount: IsDefined({ message: 'The amount field is required.' }) },
};

const PartBody = bodyClass('PartBody', TransactionPart, options);
JSONSchema({ description: BYTES_TOGETHER })(PartBody);

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
  parts!: TransactionPart[];
}

const NewTransaction = Schema.Object({
  financial_account_id: Id,
  currency: Schema.Optional(Currency),
  ...TransactionPart.properties,
});

/** Body of `POST /finance/transactions`. */
export const CreateTransactionBody = bodyClass('CreateTransactionBody', NewTransaction, options);
export type CreateTransactionBody = Static<typeof NewTransaction>;
JSONSchema({ description: BYTES_TOGETHER })(CreateTransactionBody);

/**
 * Body of `PUT /finance/transactions/{id}`. Absent members do not change. Null releases a field, or one member of it:
 * the provider's value shows again, and rules may set it.
 */
export const UpdateTransactionBody = bodyClass('UpdateTransactionBody', TransactionFieldChanges, {
  validators: changedObjects,
});
export type UpdateTransactionBody = TransactionFieldChanges;
JSONSchema({ minProperties: 1, description: BYTES_TOGETHER })(UpdateTransactionBody);
