import {
  CategoryUpsertedV1,
  groupBy,
  RuleLogEntry,
  RuleLoggedV1,
  RuleUpsertedV1,
} from '@tributary/contracts';
import { cutForMessages, event } from '@tributary/messaging';
import { partById, ReplayedParts } from '@tributary/service';
import { applications } from '../../applications/rule-applications';
import { toPayload } from '../../rules/categories/categories';
import { Category, COUNT_CATEGORIES, nextCategories } from '../../rules/categories/categories.store';
import { RulePayload } from '../../rules/rule-payload';
import { rulePayloads } from '../../rules/rules';
import { COUNT_RULES, nextIds } from '../../rules/rules.store';
import { LOGS_PER_MESSAGE_MAX } from '../../shaping/results/rule-logs';
import { ALL_LOGS, LogRow } from '../../shaping/results/rule-logs.store';
import { SHAPED_TRANSACTIONS } from './replayed-transactions';

const RULES = partById<RulePayload>({
  name: 'rules',
  totalSql: COUNT_RULES,
  nextRowsQuery: async (tx, after, limit) => rulePayloads(tx, await nextIds(tx, after, limit)),
  idOf: ({ id }) => id,
  toEvents: (payloads) =>
    payloads.map((payload) => ({
      event: event(RuleUpsertedV1, payload.id, payload),
      occurredAt: new Date(payload.updatedAt),
    })),
});

const CATEGORIES = partById<Category>({
  name: 'categories',
  totalSql: COUNT_CATEGORIES,
  nextRowsQuery: nextCategories,
  idOf: ({ id }) => id,
  toEvents: (categories) =>
    categories.map((category) => ({
      event: event(CategoryUpsertedV1, category.id, toPayload(category)),
      occurredAt: category.updatedAt,
    })),
});

const RULE_APPLICATIONS = partById({ name: 'rule applications', ...applications.replayed });

const RULE_LOGS = partById<LogRow>({
  name: 'rule logs',
  ...ALL_LOGS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    [...groupBy(rows, ({ accountId }) => accountId)].flatMap(([financialAccountId, ofAccount]) => {
      const sized = ofAccount.map(toSizedEntry);
      const { userId = 0, createdAt: occurredAt = new Date() } = ofAccount[0] ?? {};
      return cutForMessages(sized, LOGS_PER_MESSAGE_MAX).map((logs) => ({
        event: event(RuleLoggedV1, financialAccountId, { financialAccountId, userId, logs }),
        occurredAt,
      }));
    }),
});

function toSizedEntry({ accountId: _account, userId: _user, createdAt, ...members }: LogRow) {
  const item: RuleLogEntry = { ...members, createdAt: createdAt.toISOString() };
  return { item, bytes: Buffer.byteLength(JSON.stringify(item)) };
}

/** The parts of a replay by the rule engine. */
export const REPLAYED_PARTS: ReplayedParts<'rule-engine'> = {
  'category.upserted': CATEGORIES,
  'rule.upserted': RULES,
  'rule-application.upserted': RULE_APPLICATIONS,
  'transaction.shaped': SHAPED_TRANSACTIONS,
  'rule.logged': RULE_LOGS,
};
