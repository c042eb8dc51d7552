import {
  Author,
  isGranted,
  SENSITIVE_ACCOUNT_MEMBERS,
  TransactionDocument,
  withoutSensitiveFields,
} from '@tributary/contracts';
import { AccountFacts, NO_ACCOUNT_FACTS, TransactionFacts } from './facts';

/** The parts of a transaction that a rule may read. They are the parts that the rule's author may read. */
export interface Sight {
  /** Whether account identifiers and the names of the account's holder are visible. */
  readonly identifiers: boolean;
  /** Whether the members of the account are visible. */
  readonly account: boolean;
}

export const FULL_SIGHT: Sight = { identifiers: true, account: true };

export function sightOf(author: Pick<Author, 'scopes'>): Sight {
  return {
    identifiers: isGranted(author, 'sensitive:read'),
    account: isGranted(author, 'accounts:read'),
  };
}

/** Returns the parts that both may read. */
export function seenByBoth(a: Sight, b: Sight): Sight {
  return { identifiers: a.identifiers && b.identifiers, account: a.account && b.account };
}

export function isEverything({ identifiers, account }: Sight): boolean {
  return identifiers && account;
}

export function seenDocument(document: TransactionDocument, { identifiers }: Sight): TransactionDocument {
  return identifiers ? document : withoutSensitiveFields(document);
}

export function seenFacts(facts: TransactionFacts, sight: Sight): TransactionFacts {
  if (isEverything(sight)) return facts;
  return { ...facts, financial_account: seenAccount(facts.financial_account, sight) };
}

function seenAccount(account: AccountFacts, { identifiers, account: seesAccount }: Sight): AccountFacts {
  if (!seesAccount) return NO_ACCOUNT_FACTS;
  if (identifiers) return account;
  return Object.fromEntries(
    Object.entries(account).filter(([name]) => !Object.hasOwn(SENSITIVE_ACCOUNT_MEMBERS, name)),
  );
}
