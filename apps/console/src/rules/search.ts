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

/** Only what the screen understands. */
export function rulesSearch(search: Readonly<Record<string, unknown>>): RulesSearch {
  const account = idOf(search['account']);
  const link = idOf(search['link']);
  if (account !== null) return { account };
  return link === null ? {} : { link };
}

/** Only what the screen understands. */
export function logsSearch(search: Readonly<Record<string, unknown>>): LogsSearch {
  const rule = idOf(search['rule_id']);
  const transaction = idOf(search['transaction_id']);
  const kind = KINDS.find((one) => one === search['kind']);
  const page = Number(search['page']);
  return {
    ...(rule === null ? {} : { rule_id: rule }),
    ...(transaction === null ? {} : { transaction_id: transaction }),
    ...(kind === undefined ? {} : { kind }),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}

const KINDS = ['APPLIED', 'UNDONE', 'FAILED'] as const;

/** The router reads digits as a number. */
function idOf(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^[1-9]\d*$/.test(text) ? text : null;
}
