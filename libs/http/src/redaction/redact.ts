import {
  SENSITIVE_ACCOUNT_PATHS,
  SENSITIVE_REQUIRED_ACCOUNT_PATHS,
  SENSITIVE_TRANSACTION_PATHS,
} from './sensitive-paths';

type Fields = Readonly<Record<string, unknown>>;

/** A transaction without account identifiers; an object that has nothing left is left out. */
export function withoutTransactionIdentifiers<T extends Fields>(transaction: T): T {
  return withoutPaths(transaction, SENSITIVE_TRANSACTION_PATHS) as T;
}

/**
 * The same, and without the account holder's name: the holder is the debtor of what goes out and the creditor
 * of what comes in. For tokens that may not see `sensitive:read`.
 */
export function redactedTransaction<T extends Fields & { readonly amount: string }>(transaction: T): T {
  const outgoing = transaction.amount.startsWith('-');
  const holder = outgoing ? ['debtor.name', 'ultimate_debtor'] : ['creditor.name', 'ultimate_creditor'];
  return withoutPaths(transaction, [...SENSITIVE_TRANSACTION_PATHS, ...holder]) as T;
}

/** An account without its numbers and its holder's name. */
export function withoutAccountIdentifiers<T extends Fields>(account: T): T {
  const emptied = Object.fromEntries(SENSITIVE_REQUIRED_ACCOUNT_PATHS.map((path) => [path, '']));
  return { ...withoutPaths(account, SENSITIVE_ACCOUNT_PATHS), ...emptied } as unknown as T;
}

function withoutPaths(fields: Fields, paths: readonly string[]): Fields {
  const copy: Record<string, unknown> = { ...fields };
  for (const path of paths) {
    const [name = '', member] = path.split('.');
    if (member === undefined) delete copy[name];
    else copy[name] = withoutMember(copy[name], member);
    if (copy[name] === undefined) delete copy[name];
  }
  return copy;
}

function withoutMember(value: unknown, member: string): unknown {
  if (typeof value !== 'object' || value === null || !(member in value)) return value;
  const { [member]: _removed, ...rest } = value as Record<string, unknown>;
  return Object.keys(rest).length > 0 ? rest : undefined;
}
