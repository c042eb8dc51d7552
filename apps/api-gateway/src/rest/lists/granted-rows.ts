import { Access } from '../../identity/access/access';
import { SqlParameters } from './sql-parameters';

/** The user's rows, of accounts that the token was granted. @param account SQL of the account's id */
export function ofGrantedAccounts(
  parameters: SqlParameters,
  { userId, accountIds }: Access,
  alias: string,
  account = `${alias}.account_id`,
): string {
  const own = `${alias}.user_id = ${parameters.add(userId)}::bigint`;
  return accountIds === null ? own : `${own} and ${account} = any(${parameters.ids(accountIds)})`;
}

/** The user's rows whose document names only accounts that the token was granted. */
export function withGrantedAccountsAlone(
  parameters: SqlParameters,
  { userId, accountIds }: Access,
  alias: string,
): string {
  const own = `${alias}.user_id = ${parameters.add(userId)}::bigint`;
  if (accountIds === null) return own;
  return `${own} and not exists (
    select 1 from jsonb_array_elements_text(${alias}.document->'financial_account_ids') as e(id)
     where e.id::bigint <> all(${parameters.ids(accountIds)}))`;
}
