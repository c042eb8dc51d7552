import { Type } from '@sinclair/typebox';
import { BALANCE_STATES, HISTORY_STATES, StoredLinkSettings, wireMembers } from '@tributary/contracts';
import { DESTINATION_KINDS } from '../destinations/destination-kinds';
import { FinancialAccount } from '../accounts/account.schema';
import { HealthSchema } from '../included/connection.schema';
import { PausedOrNull } from '../../rest/openapi/paused.schema';
import { component } from '../../rest/openapi/components';
import {
  CountText,
  CurrencyText,
  IdText,
  MoneyText,
  OrNull,
  TextOneOf,
  TextOrNull,
  TimeOrNull,
  TimeText,
} from '../../rest/openapi/wire.schema';
import { Rule } from '../rules/rule.schema';

const LinkHistory = Type.Object(
  {
    state: TextOneOf(HISTORY_STATES),
    total: Type.Integer({ minimum: 0 }),
    carried: Type.Integer({ minimum: 0 }),
    failed: Type.Integer({ minimum: 0 }),
    started_at: TimeText,
    finished_at: TimeOrNull,
  },
  {
    description:
      'How far the link is with its account’s history: `WAITING`, `SHAPING` (rules go over it), `CARRYING`, ' +
      '`COMPLETED`, or `STOPPED` (paused or ended before).',
  },
);

const LinkBalance = Type.Object(
  {
    state: TextOneOf(BALANCE_STATES),
    cleared: MoneyText,
    currency: CurrencyText,
    snapshot_at: TimeText,
    written_at: TimeOrNull,
    error: TextOrNull,
  },
  { description: 'The last balance that the link was to write to its destination.' },
);

const LinkCategoryMap = Type.Union(
  [Type.Array(Type.Object({ category_id: IdText, destination_category_id: IdText })), Type.Null()],
  {
    description:
      'Which category of the destination stands for which of the user’s own. Null: none was ever mapped.',
  },
);

/** Account, destination and rules are present on the link's own endpoints, as far as the token may read them. */
export const TransferLink = component(
  'TransferLink',
  Type.Object({
    id: IdText,
    ...wireMembers(StoredLinkSettings),
    category_map: LinkCategoryMap,
    unmapped_categories: Type.Array(Type.Object({ category_id: IdText, transactions: CountText }), {
      description:
        'Categories of the user’s own that the link’s transactions have and `category_map` does not name, or names ' +
        'with one that is gone there: how many of its transactions were sent without a category for that.',
    }),
    financial_account: Type.Optional(OrNull(FinancialAccount)),
    destination: Type.Optional(
      Type.Union([...Object.values(DESTINATION_KINDS).map(({ target }) => target.schema), Type.Null()]),
    ),
    health: HealthSchema,
    history: OrNull(LinkHistory),
    balance: OrNull(LinkBalance),
    transactions_under_review: {
      ...CountText,
      description:
        'Transactions of its account that wait for a decision whether they are another one: it does not carry them until then.',
    },
    transactions_waiting_for_currency: {
      ...CountText,
      description:
        'Transactions in another currency than the destination’s that wait: for a rate, or, where `on_other_currency` is ' +
        'null, for a choice.',
    },
    paused: PausedOrNull,
    rules: Type.Optional(Type.Array(Type.Object({ order: Type.Integer({ minimum: 1 }), rule: Rule }))),
    created_at: TimeText,
    updated_at: TimeText,
  }),
);
