import { RequestFailed } from '../requests/request-service';

/** The options of a command line that choose accounts. */
export interface WordsOfChoice {
  readonly connection?: number;
  readonly user?: number;
}

/** The chosen accounts in the form of ingestion-sync. */
export interface AccountChoice {
  readonly accountIds?: readonly number[];
  readonly connectionId?: number;
  readonly userId?: number;
}

/**
 * Returns the chosen accounts.
 * @throws RequestFailed unless exactly one option is given, including `all`
 */
export function accountChoice(
  accountIds: readonly number[],
  { connection, user }: WordsOfChoice,
  all = false,
): AccountChoice {
  const given = [accountIds.length > 0, connection !== undefined, user !== undefined, all];
  if (given.filter(Boolean).length !== 1) {
    throw new RequestFailed('say which accounts: their ids, or one of the options --connection and --user');
  }
  if (accountIds.length > 0) return { accountIds };
  return {
    ...(connection === undefined ? {} : { connectionId: connection }),
    ...(user === undefined ? {} : { userId: user }),
  };
}

/** SQL: whether account `a` is chosen. Its first parameters are `choiceParameters`. */
export const CHOSEN = `
  ($1::bigint[] is null or a.id = any($1)) and ($2::bigint is null or a.connection_id = $2)
    and ($3::bigint is null or a.user_id = $3)`;

export function choiceParameters({ accountIds, connectionId, userId }: AccountChoice): unknown[] {
  return [accountIds ?? null, connectionId ?? null, userId ?? null];
}
