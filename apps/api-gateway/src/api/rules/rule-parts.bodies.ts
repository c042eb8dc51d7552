import {
  ACTION_TABLE,
  ACTION_TYPES,
  type ActionType,
  OPERATOR_TABLE,
  type Operator,
  OPERATORS,
  RULE_FIELD_NAME_LENGTH_MAX,
  RULE_FIELDS,
  RULE_VALUE_LENGTH_MAX,
  TRANSACTION_TYPES,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsWireId } from '@tributary/http';
import { IsIn, IsString } from 'class-validator';

const FIELD_NAME = {
  type: 'string',
  maxLength: RULE_FIELD_NAME_LENGTH_MAX,
  anyOf: [
    { enum: RULE_FIELDS.map(({ name }) => name) },
    { pattern: '^mapped_fields\\.[a-z][a-z0-9_]{0,63}$' },
  ],
  description: 'See `GET /rules/fields` for the type of each field and the operators that it takes.',
};

const OPERATOR_MEANINGS = OPERATORS.map((name) => `- \`${name}\`: ${OPERATOR_TABLE[name].description}`).join(
  '\n',
);
const ACTION_MEANINGS = ACTION_TYPES.map((name) => `- \`${name}\`: ${ACTION_TABLE[name].description}`).join(
  '\n',
);

/** A condition from a client. The rule engine checks its operator and value. */
export class ConditionBody {
  /** Of a condition that the rule has already. */
  @IfSent()
  @IsWireId()
  id?: number;

  @IfSent()
  @IsIn(TRANSACTION_TYPES, { message: `$property must be one of ${TRANSACTION_TYPES.join(', ')}` })
  transaction_type: (typeof TRANSACTION_TYPES)[number] = 'ANY';

  @IsString({ message: '$property must be the name of a field, such as creditor.name' })
  @Documented(FIELD_NAME)
  field_name!: string;

  @IsIn(OPERATORS, { message: `$property must be one of ${OPERATORS.join(', ')}` })
  @Documented({ description: OPERATOR_MEANINGS })
  operator!: Operator;

  @IfSentAndNotNull()
  @IsString({ message: '$property must be a text' })
  @Documented({
    type: ['string', 'null'],
    maxLength: RULE_VALUE_LENGTH_MAX,
    description: 'Lists are separated by commas; `\\,` is a literal one.',
  })
  value?: string | null;
}

/** An action as a client sends it. */
export class ActionBody {
  /** The id of an existing action of the rule: its undone effects stay undone. */
  @IfSent()
  @IsWireId()
  id?: number;

  @IsIn(ACTION_TYPES, { message: `$property must be one of ${ACTION_TYPES.join(', ')}` })
  @Documented({ description: ACTION_MEANINGS })
  action_type!: ActionType;

  @IfSentAndNotNull()
  @IsString({ message: '$property must be the name of a field' })
  @Documented({ type: ['string', 'null'], maxLength: RULE_FIELD_NAME_LENGTH_MAX })
  field_name?: string | null;

  @IfSentAndNotNull()
  @IsString({ message: '$property must be a text' })
  @Documented({
    type: ['string', 'null'],
    maxLength: RULE_VALUE_LENGTH_MAX,
    description: 'A literal, or a Liquid template over the transaction.',
  })
  value?: string | null;
}
