import { RequestFailed } from '../requests/ask-service';

/** The chosen accounts of a command line. */
export interface WordsOfChoice {
  readonly connection?: number;
  readonly user?: number;
}

/** In the form of ingestion-sync. */
export interface AccountChoice {
  readonly accountIds?: readonly number[];
  readonly connectionId?: number;
  readonly userId?: number;
}

/** @throws RequestFailed unless exactly one of them is given; `all` is one of them, too */
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

/** SQL: whether account `a` is chosen; with `choiceParameters` as the first parameters. */
export const CHOSEN = `
  ($1::bigint[] is null or a.id = any($1)) and ($2::bigint is null or a.connection_id = $2)
    and ($3::bigint is null or a.user_id = $3)`;

export function choiceParameters({ accountIds, connectionId, userId }: AccountChoice): unknown[] {
  return [accountIds ?? null, connectionId ?? null, userId ?? null];
}
