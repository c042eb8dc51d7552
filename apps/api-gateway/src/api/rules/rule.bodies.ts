import {
  CommandPayload,
  CreateRule,
  PreviewRule,
  Problem,
  RULE_BYTES_MAX,
  RULE_DESCRIPTION_LENGTH_MAX,
  RULE_SCOPES,
  ruleBytes,
  UpdateRule,
} from '@tributary/contracts';
import { Documented, IfSent, IfSentAndNotNull, IsFlag, IsMoment } from '@tributary/http';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsString,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { ActionBody, ConditionBody } from './rule-parts.bodies';

const NAME_LENGTH_MAX = 255;
const PARTS_MAX = 100;

const IsPartList =
  (part: string): PropertyDecorator =>
  (target, property) => {
    IsArray({ message: `$property must be a list of ${part}` })(target, property);
    ArrayMaxSize(PARTS_MAX, { message: `$property must have at most ${PARTS_MAX} ${part}` })(
      target,
      property,
    );
    ValidateNested({ each: true, message: `each of $property must be an object` })(target, property);
  };

/** Body of `POST /rules`. */
export class CreateRuleBody {
  @IsString({ message: '$property must be a text' })
  @MinLength(1, { message: '$property must not be empty' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  name!: string;

  @IfSentAndNotNull()
  @IsString({ message: '$property must be a text' })
  @Documented({ type: ['string', 'null'], maxLength: RULE_DESCRIPTION_LENGTH_MAX })
  description?: string | null;

  @IfSent()
  @IsIn(RULE_SCOPES, { message: `$property must be one of ${RULE_SCOPES.join(', ')}` })
  scope: (typeof RULE_SCOPES)[number] = 'ANY';

  @IfSent()
  @IsFlag()
  enabled: boolean = true;

  @IfSent()
  @IsFlag()
  trigger_on_any_condition: boolean = false;

  @IfSent()
  @IsFlag()
  skip_other_rules_when_triggered: boolean = false;

  @IfSent()
  @IsPartList('conditions')
  @Type(() => ConditionBody)
  conditions: ConditionBody[] = [];

  @IsPartList('actions')
  @ArrayMinSize(1, { message: '$property must have at least one action' })
  @Type(() => ActionBody)
  actions!: ActionBody[];
}

/**
 * Body of `PUT /rules/{ruleId}`: members that are left out keep their value; conditions and actions are sent
 * completely.
 */
export class UpdateRuleBody {
  @IfSent()
  @IsString({ message: '$property must be a text' })
  @MinLength(1, { message: '$property must not be empty' })
  @MaxLength(NAME_LENGTH_MAX, { message: `$property must have at most ${NAME_LENGTH_MAX} characters` })
  name?: string;

  @IfSentAndNotNull()
  @IsString({ message: '$property must be a text' })
  @Documented({ type: ['string', 'null'], maxLength: RULE_DESCRIPTION_LENGTH_MAX })
  description?: string | null;

  @IfSent()
  @IsIn(RULE_SCOPES, { message: `$property must be one of ${RULE_SCOPES.join(', ')}` })
  scope?: (typeof RULE_SCOPES)[number];

  @IfSent()
  @IsFlag()
  enabled?: boolean;

  @IfSent()
  @IsFlag()
  trigger_on_any_condition?: boolean;

  @IfSent()
  @IsFlag()
  skip_other_rules_when_triggered?: boolean;

  @IfSent()
  @IsPartList('conditions')
  @Type(() => ConditionBody)
  conditions?: ConditionBody[];

  @IfSent()
  @IsPartList('actions')
  @ArrayMinSize(1, { message: '$property must have at least one action' })
  @Type(() => ActionBody)
  actions?: ActionBody[];

  /** The rule's `updated_at` as it was read: 409 if the rule was changed since. */
  @IfSent()
  @IsMoment()
  unchanged_since?: string;
}

/** The rule in the form of the command. A new rule's parts are new, so ids in them have no meaning. */
export function fromCreateBody(body: CreateRuleBody): CommandPayload<typeof CreateRule> {
  requireRoom(body);
  return {
    name: body.name,
    description: body.description ?? null,
    scope: body.scope,
    enabled: body.enabled,
    triggerOnAnyCondition: body.trigger_on_any_condition,
    skipOtherRulesWhenTriggered: body.skip_other_rules_when_triggered,
    conditions: body.conditions.map(fromCondition),
    actions: body.actions.map(fromAction),
  };
}

/** The same with the ids of its parts: a change of a rule that is saved. */
export function fromChangedBody(body: CreateRuleBody): CommandPayload<typeof PreviewRule>['rule'] {
  return {
    ...fromCreateBody(body),
    conditions: body.conditions.map((one) => ({ ...idOf(one), ...fromCondition(one) })),
    actions: body.actions.map((one) => ({ ...idOf(one), ...fromAction(one) })),
  };
}

/** A larger one does not fit into a command. @throws Problem (invalid) */
function requireRoom({ name = '', description = null, conditions = [], actions = [] }: UpdateRuleBody): void {
  const valued = (parts: readonly { value?: string | null }[]) =>
    parts.map(({ value = null }) => ({ value }));
  const bytes = ruleBytes({ name, description, conditions: valued(conditions), actions: valued(actions) });
  if (bytes <= RULE_BYTES_MAX) return;
  throw Problem.invalid({ body: [`The texts of a rule have at most ${RULE_BYTES_MAX / 1024} KB together.`] });
}

/** Only what the client sent. */
export function fromUpdateBody(ruleId: number, body: UpdateRuleBody): CommandPayload<typeof UpdateRule> {
  requireRoom(body);
  const members = {
    name: body.name,
    description: body.description,
    scope: body.scope,
    enabled: body.enabled,
    triggerOnAnyCondition: body.trigger_on_any_condition,
    skipOtherRulesWhenTriggered: body.skip_other_rules_when_triggered,
    conditions: body.conditions?.map((one) => ({ ...idOf(one), ...fromCondition(one) })),
    actions: body.actions?.map((one) => ({ ...idOf(one), ...fromAction(one) })),
    unchangedSince:
      body.unchanged_since === undefined ? undefined : new Date(body.unchanged_since).toISOString(),
  };
  const sent = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  return { ruleId, ...sent };
}

const idOf = ({ id }: { id?: number }) => (id === undefined ? {} : { id });

function fromCondition({ transaction_type, field_name, operator, value }: ConditionBody) {
  return { transactionType: transaction_type, fieldName: field_name, operator, value: value ?? null };
}

function fromAction({ action_type, field_name, value }: ActionBody) {
  return { actionType: action_type, fieldName: field_name ?? null, value: value ?? null };
}
