import { Static, TObject, Type as Schema } from '@sinclair/typebox';
import {
  AnnotationChanges,
  clearable,
  Currency,
  EDITABLE_OBJECTS,
  Id,
  Problem,
  sentOf,
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
import { AreTags, IsCategoryChoice } from './annotation.rules';

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

const ALONE = 'In a request without fields other than `category_id`, `note` and `tags`.';

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

const TransactionChange = Schema.Object({
  ...TransactionFieldChanges.properties,
  ...AnnotationChanges.properties,
});

/**
 * Body of `PUT /finance/transactions/{id}`. Absent members do not change. Null releases a field, or one member of it:
 * the provider's value shows again, and rules may set it. Category, note and tags belong to the rule engine and the
 * other fields to ingestion, so one request changes either.
 */
export const UpdateTransactionBody = bodyClass('UpdateTransactionBody', TransactionChange, {
  validators: {
    ...changedObjects,
    category_id: IsCategoryChoice(
      'A category of the user’s own, or `none` for none, whatever rules say. Null takes the choice back. ' +
        ALONE,
    ),
    tags: AreTags(
      'All tags, in order; two that differ in case alone are one. A tag has no comma and does not begin with `+`. Empty: ' +
        `none, whatever rules say. Null takes the choice back. ${ALONE}`,
    ),
  },
  rules: {
    note: Documented({
      description: `Empty: none, whatever rules say. Null takes the choice back. ${ALONE}`,
    }),
  },
});
export type UpdateTransactionBody = Static<typeof TransactionChange>;
JSONSchema({ minProperties: 1, description: BYTES_TOGETHER })(UpdateTransactionBody);

/** The changes of a transaction that one service makes. */
export type ChangeOfTransaction =
  | { readonly kind: 'edit'; readonly fields: TransactionFieldChanges }
  | { readonly kind: 'annotation'; readonly changes: AnnotationChanges };

/**
 * Finds the service that makes the changes. @param path of the body in the request, for the error @throws Problem
 * (invalid) for none, and for those of two services: one could succeed and the other fail
 */
export function changeOfTransaction(body: UpdateTransactionBody, path: string): ChangeOfTransaction {
  const changes = sentOf(AnnotationChanges, body);
  const fields = sentOf(TransactionFieldChanges, body);
  const [annotates, edits] = [changes, fields].map((members) => Object.keys(members).length > 0);
  if (annotates && edits) {
    throw Problem.invalid({
      [path]: ['Send two requests: one with category_id, note and tags, and one with the other fields.'],
    });
  }
  if (annotates) return { kind: 'annotation', changes };
  if (edits) return { kind: 'edit', fields };
  throw Problem.invalid({ [path]: ['Name at least one field to change.'] });
}
