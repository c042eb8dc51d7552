import { choicesOf } from '../../elements/forms/choices';
import type { ConditionDraft, RuleDraft } from '../rule-draft';

/** The transactions that a condition applies to. */
export const TRANSACTION_TYPES = choicesOf<ConditionDraft['transactionType']>({
  ANY: 'All',
  CREDIT: 'Money in',
  DEBIT: 'Money out',
});

/** The resources that a rule may be attached to. */
export const SCOPES = choicesOf<RuleDraft['scope']>({
  ANY: 'Accounts and links',
  FINANCIAL_ACCOUNT: 'Accounts only',
  TRANSFER_LINK: 'Links only',
});
