import { UserData } from '@tributary/service';
import { APPLICATIONS_TABLE } from '../applications/rule-applications.store';
import { CATEGORIES_TABLE } from '../rules/categories/categories.store';
import { attachmentTables } from '../rules/attachments/attachments.store';
import { TARGET_TABLES } from '../rules/attachments/known-targets.store';
import { partTables } from '../rules/parts/parts.store';
import { OF_USERS_RULES, RULES_TABLE } from '../rules/rules.store';
import { ANNOTATIONS_TABLE } from '../shaping/results/annotations.store';
import { RULE_LOGS_TABLE } from '../shaping/results/rule-logs.store';
import { SHAPED_TRANSACTIONS_TABLE } from '../shaping/results/shaped-transactions.store';

/** The user data of this service. */
export const USER_DATA: UserData = {
  tables: [
    APPLICATIONS_TABLE,
    RULE_LOGS_TABLE,
    SHAPED_TRANSACTIONS_TABLE,
    ANNOTATIONS_TABLE,
    ...attachmentTables(OF_USERS_RULES),
    ...partTables(OF_USERS_RULES),
    RULES_TABLE,
    CATEGORIES_TABLE,
    ...TARGET_TABLES,
  ],
  others: {},
};
