import { idIn, knownIn, pageIn } from '../routing/search-values';

/** The state of the list of rules. */
export interface RulesSearch {
  /** The rules of this account, in their order. */
  readonly account?: string;
  /** The rules of this link, in their order. */
  readonly link?: string;
}

/** The state of the rule logs. */
export interface LogsSearch {
  readonly rule_id?: string;
  readonly transaction_id?: string;
  readonly kind?: 'APPLIED' | 'UNDONE' | 'FAILED';
  readonly page?: number;
}

/** Reads the address of the list of rules. */
export function rulesSearch(search: Readonly<Record<string, unknown>>): RulesSearch {
  const account = idIn(search['account']);
  return account === undefined ? { link: idIn(search['link']) } : { account };
}

/** Reads the address of the rule logs. */
export function logsSearch(search: Readonly<Record<string, unknown>>): LogsSearch {
  return {
    rule_id: idIn(search['rule_id']),
    transaction_id: idIn(search['transaction_id']),
    kind: knownIn(KINDS, search['kind']),
    page: pageIn(search['page']),
  };
}

const KINDS = ['APPLIED', 'UNDONE', 'FAILED'] as const;
