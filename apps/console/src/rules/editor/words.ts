import type { ConditionDraft, RuleDraft } from '../rule-draft';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** The choices of a record: one that is missing does not compile. */
function choicesOf<Value extends string>(labels: Readonly<Record<Value, string>>): Choice<Value>[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}

/** Which transactions a condition is about. */
export const TRANSACTION_TYPES = choicesOf<ConditionDraft['transactionType']>({
  ANY: 'All',
  CREDIT: 'Money in',
  DEBIT: 'Money out',
});

/** What a rule may be attached to. */
export const SCOPES = choicesOf<RuleDraft['scope']>({
  ANY: 'Accounts and links',
  FINANCIAL_ACCOUNT: 'Accounts only',
  TRANSFER_LINK: 'Links only',
});
