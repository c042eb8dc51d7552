import {
  SENSITIVE_ACCOUNT_PATHS,
  SENSITIVE_REQUIRED_ACCOUNT_PATHS,
  SENSITIVE_TRANSACTION_PATHS,
} from '@tributary/http';

/** Account identifiers, by the names that rules have for them. */
const IDENTIFIERS: readonly string[] = [
  ...SENSITIVE_TRANSACTION_PATHS,
  ...[...SENSITIVE_ACCOUNT_PATHS, ...SENSITIVE_REQUIRED_ACCOUNT_PATHS].map(
    (path) => `financial_account.${path}`,
  ),
];

/** Whether the path is an account identifier, or (`creditor` alone, in a template) holds one. */
export function readsIdentifier(path: string): boolean {
  return IDENTIFIERS.some((one) => one === path || one.startsWith(`${path}.`));
}
