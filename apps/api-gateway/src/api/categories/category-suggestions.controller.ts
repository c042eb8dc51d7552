import { Body, Controller, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import {
  CATEGORY_EVIDENCE,
  CategoryEvidence,
  CategorySuggestion,
  SUGGESTED_AT_ONCE_MAX,
  SuggestCategories,
} from '@tributary/contracts';
import { dataOf, ErrorMessage, IsWireId } from '@tributary/http';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { CountText, IdText, OrNull, Text, TextOneOf, TextOrNull } from '../../rest/openapi/wire.schema';

/** Body of `POST /categories/suggestions`. */
export class SuggestCategoriesBody {
  @IsArray({ message: '$property must be a list of transaction ids' })
  @ArrayMinSize(1, { message: '$property must name at least one transaction' })
  @ArrayMaxSize(SUGGESTED_AT_ONCE_MAX, {
    message: `$property must name at most ${SUGGESTED_AT_ONCE_MAX} transactions`,
  })
  @IsWireId({ each: true })
  transaction_ids!: number[];
}

const SuggestedRule = Type.Object({
  name: Text,
  conditions: Type.Array(
    Type.Object({ transaction_type: Text, field_name: Text, operator: Text, value: TextOrNull }),
  ),
  actions: Type.Array(Type.Object({ action_type: Text, field_name: Text, value: Text })),
});

/** A category that the user would choose, and why. */
const CategorySuggestionResource = component(
  'CategorySuggestion',
  Type.Object({
    transaction_id: IdText,
    category_id: IdText,
    certainty: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'How often suggestions of this kind were right for choices that the user made since.',
    }),
    evidence: TextOneOf(CATEGORY_EVIDENCE),
    agreeing: CountText,
    of: CountText,
    reason: Type.String({ description: 'In a few words: `12 of the last 13 of this payee`.' }),
    rule: OrNull(SuggestedRule),
  }),
);

const Suggestions = component(
  'CategorySuggestions',
  Type.Object({
    suggestions: Type.Array(CategorySuggestionResource),
    learned: CountText,
  }),
);

@ApiTags('Categories')
@Controller('categories/suggestions')
export class CategorySuggestionsController {
  constructor(@Inject(Commands) private readonly commands: Commands) {}

  @Post()
  @HttpCode(200)
  @Endpoint({
    summary: 'Suggest categories',
    description:
      'From the categories that the user chose for transactions like these: at most the latest 5,000 choices that the token may ' +
      'see, and nothing else. `rule` can be sent to `POST /rules` as it is, and as `rule` to `POST /rules/preview`, which ' +
      'tries it on history. Changes nothing.',
    scopes: ['transactions:read'],
    conflict: ErrorMessage,
    answer: dataOf(Suggestions),
  })
  async suggest(@Granted() access: Access, @Body() body: SuggestCategoriesBody) {
    const options = { access, key: access.userId };
    const { suggestions, learned } = await this.commands.ask(
      SuggestCategories,
      { transaction_ids: body.transaction_ids },
      options,
    );
    return { data: { suggestions: suggestions.map(toResource), learned: String(learned) } };
  }
}

function toResource({ conditions, ...suggestion }: CategorySuggestion) {
  const category = String(suggestion.category_id);
  return {
    ...suggestion,
    transaction_id: String(suggestion.transaction_id),
    category_id: category,
    agreeing: String(suggestion.agreeing),
    of: String(suggestion.of),
    reason: `${suggestion.agreeing} of the last ${suggestion.of} ${REASONS[suggestion.evidence]}`,
    rule: conditions.length === 0 ? null : ruleOf(suggestion.evidence, conditions, category),
  };
}

/** Names of rules are no secret, so only a payee stands in one: never an account. */
function ruleOf(evidence: CategoryEvidence, conditions: CategorySuggestion['conditions'], category: string) {
  const payee = conditions.find(({ field_name: field }) => field === 'mapped_fields.payee')?.value ?? null;
  const name = payee === null ? `Category ${REASONS[evidence]}` : `Category of ${payee}`;
  return {
    name: [...name].slice(0, RULE_NAME_LENGTH_MAX).join(''),
    conditions,
    actions: [{ action_type: 'SET_FIELD', field_name: 'category_id', value: category }],
  };
}

const RULE_NAME_LENGTH_MAX = 100;

/** Each continues "12 of the last 13". */
const REASONS: Readonly<Record<CategoryEvidence, string>> = {
  payee_amount: 'of this payee and amount',
  payee_size: 'of this payee with about this amount',
  payee: 'of this payee',
  account_amount: 'with this account and amount',
  account: 'with this account',
  words: 'with two words of this text',
  word: 'with a word of this text',
  merchant_code: 'at merchants of this kind',
  amount: 'of this amount',
  amount_day: 'of this amount on this day of the month',
  size_day: 'of about this amount on this day of the month',
  size: 'of about this amount',
};
