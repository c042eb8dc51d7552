import { Static, Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError } from '@tributary/service';
import { chosenIds } from '../../accounts/accounts.store';

/** Accounts of any users; every member narrows the choice. */
export const ACCOUNT_CHOICE = Type.Object({
  accountIds: Type.Optional(Type.Array(Type.Integer(), { minItems: 1, maxItems: 10_000 })),
  connectionId: Type.Optional(Type.Integer()),
  userId: Type.Optional(Type.Integer()),
});
type OperatorsChoice = Static<typeof ACCOUNT_CHOICE>;

/** @throws OperatorRequestError if a named account does not exist, or none was chosen */
export async function checkChoice(database: Database, choice: OperatorsChoice): Promise<void> {
  const found = new Set(await chosenIds(database, choice));
  const missing = choice.accountIds?.find((id) => !found.has(id));
  if (missing !== undefined) throw new OperatorRequestError(`there is no account ${missing}`);
  if (found.size === 0) throw new OperatorRequestError('there is no such account');
}
