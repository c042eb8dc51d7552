import { Static, Type } from '@sinclair/typebox';
import { Database } from '@tributary/persistence';
import { OperatorRequestError } from '@tributary/service';

/** Accounts of any users; every member narrows the choice. */
export const ACCOUNT_CHOICE = Type.Object({
  accountIds: Type.Optional(Type.Array(Type.Integer(), { minItems: 1 })),
  connectionId: Type.Optional(Type.Integer()),
  userId: Type.Optional(Type.Integer()),
});
export type OperatorsChoice = Static<typeof ACCOUNT_CHOICE>;

/** SQL: whether account `a` is chosen; with `choiceParameters` as the first parameters. */
export const CHOSEN = `
  ($1::bigint[] is null or a.id = any($1)) and ($2::bigint is null or a.connection_id = $2)
    and ($3::bigint is null or a.user_id = $3)`;

export function choiceParameters(choice: OperatorsChoice): unknown[] {
  return [choice.accountIds ?? null, choice.connectionId ?? null, choice.userId ?? null];
}

/** @throws OperatorRequestError if a named account does not exist, or none was chosen */
export async function checkChoice(database: Database, choice: OperatorsChoice): Promise<void> {
  const rows = await database.query<{ id: number }>(
    `select a.id from financial_accounts a where ${CHOSEN}`,
    choiceParameters(choice),
  );
  const found = new Set(rows.map(({ id }) => id));
  const missing = choice.accountIds?.find((id) => !found.has(id));
  if (missing !== undefined) throw new OperatorRequestError(`there is no account ${missing}`);
  if (found.size === 0) throw new OperatorRequestError('there is no such account');
}
