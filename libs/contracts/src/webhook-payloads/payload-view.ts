import { Fields, ItemKind } from './fields';
import { redactAccount, Redaction, redactTransaction } from '../redaction';

/** How much of a payload one reader may see: what its token reads over REST, and no more. */
export interface PayloadView {
  readonly redaction: Redaction;
  readonly readsAccounts: boolean;
  readonly readsTransactions: boolean;
  readonly readsConnections: boolean;
  readonly readsRules: boolean;
}

/** @param of `scopes` null for all; `redactSensitive` where the token may not read identifiers. */
export function payloadView(of: {
  readonly omitSensitiveIdentifiers: boolean;
  readonly redactSensitive: boolean;
  readonly scopes: readonly string[] | null;
}): PayloadView {
  const reads = (scope: string): boolean => of.scopes === null || of.scopes.includes(scope);
  return {
    redaction: of.redactSensitive ? 'sensitive' : of.omitSensitiveIdentifiers ? 'account_numbers' : 'none',
    readsAccounts: reads('accounts:read'),
    readsTransactions: reads('transactions:read'),
    readsConnections: reads('financial-connections:read'),
    readsRules: reads('rules:read'),
  };
}

/** The same for views that show the same. */
export function viewKey(view: PayloadView): string {
  const { redaction, readsAccounts, readsTransactions, readsConnections, readsRules } = view;
  return [redaction, ...[readsAccounts, readsTransactions, readsConnections, readsRules].map(Number)].join();
}

export function viewedAccount(account: Fields, view: PayloadView): Fields {
  return view.readsAccounts ? redactAccount(account, view.redaction) : idOf(account);
}

export function viewedConnection(connection: Fields, view: PayloadView): Fields {
  return view.readsConnections ? connection : idOf(connection);
}

export function viewedRule(rule: Fields, view: PayloadView): Fields {
  return view.readsRules ? rule : idOf(rule);
}

export function viewedItem(kind: ItemKind, item: Fields, view: PayloadView): Fields {
  switch (kind) {
    case 'transactions':
      return view.readsTransactions ? redactTransaction(item, view.redaction) : idOf(item);
    case 'balances':
    case 'holdings':
      return view.readsAccounts ? item : idOf(item);
  }
}

/** What may not be read is named and not shown: its reader learns that something happened, and to what. */
function idOf({ id, removed }: Fields): Fields {
  return removed === undefined ? { id } : { id, removed };
}
