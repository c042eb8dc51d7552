import { Queryable } from '@tributary/persistence';
import { hash } from 'node:crypto';
import { isKnownSignIn } from '../audit/known-networks';
import { limitedNetwork } from '../limits/networks';
import { WRONG_PASSWORDS } from '../limits/limits';

/** So long after the last one, wrong passwords are forgotten. */
const FORGOTTEN_AFTER = '1 day';

/** Who tries to sign in as whom. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
}

/** Too many wrong passwords, for this account or from this network. */
export class TooManyAttemptsError extends Error {
  override readonly name = 'TooManyAttemptsError';

  constructor(readonly retryAfterS: number) {
    super('There were too many attempts to sign in.');
  }
}

/** What an attempt is counted by. */
interface Counter {
  readonly free: number;
  /** Hashed, because the typed address may be anything, even a password. */
  readonly subject: Buffer;
  /** The account's subject, if another subject counts its attempts from a known network. */
  readonly account?: Buffer;
}

/**
 * Counts an attempt as a failure before the password is checked: simultaneous attempts wait for each other here, so a
 * hundred at once are no more guesses than a hundred in turn. `forgiveAttempt` reverts it. From a network from which
 * the account's owner has signed in before, it counts only for the account and that network, so that strangers' guesses
 * do not block the owner (decision 64).
 * @throws TooManyAttemptsError
 */
export async function countAttempt(database: Queryable, attempt: Attempt): Promise<void> {
  const isKnown = await isKnownSignIn(database, attempt.email, attempt.address);
  for (const counter of countersOf(attempt, isKnown)) await count(database, counter);
}

/**
 * The password was right: forgets the attempts for the account from the owner's network, and subtracts one from the
 * network.
 */
export async function forgiveAttempt(database: Queryable, attempt: Attempt): Promise<void> {
  const isKnown = await isKnownSignIn(database, attempt.email, attempt.address);
  await forget(database, isKnown ? ofOwnNetwork(attempt) : ofStrangers(attempt.email));
  if (isKnown) return;
  await database.execute(
    'update sign_in_failures set failures = greatest(0, failures - 1), blocked_until = now() where subject = $1',
    [ofNetwork(attempt.address).subject],
  );
}

/** Writes as much as an entry in an owner's trail, and changes nothing: an attempt counts from its beginning. */
export async function rewriteAttempt(tx: Queryable, attempt: Attempt): Promise<void> {
  const subjects = [ofOwnNetwork(attempt), ofNetwork(attempt.address)].map(({ subject }) => subject);
  await tx.execute('update sign_in_failures set failures = failures where subject = any($1)', [subjects]);
}

/** The account can be tried at once again, from everywhere. */
export async function forgetFailures(database: Queryable, email: string): Promise<void> {
  await database.execute('delete from sign_in_failures where subject = $1 or account = $1', [
    ofStrangers(email).subject,
  ]);
}

function countersOf(attempt: Attempt, isKnown: boolean): readonly Counter[] {
  return isKnown ? [ofOwnNetwork(attempt)] : [ofNetwork(attempt.address), ofStrangers(attempt.email)];
}

const { free, pauseMaxS } = WRONG_PASSWORDS;

function ofStrangers(email: string): Counter {
  return { free: free.account, subject: hashed(`account:${email}`) };
}

function ofOwnNetwork({ email, address }: Attempt): Counter {
  const subject = hashed(`account:${email}:network:${limitedNetwork(address)}`);
  return { free: free['account from a known network'], subject, account: ofStrangers(email).subject };
}

function ofNetwork(address: string): Counter {
  return { free: free.network, subject: hashed(`network:${limitedNetwork(address)}`) };
}

function hashed(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

async function forget(database: Queryable, { subject }: Counter): Promise<void> {
  await database.execute('delete from sign_in_failures where subject = $1', [subject]);
}

async function count(database: Queryable, { free: freeAttempts, subject, account }: Counter): Promise<void> {
  const [counted] = await database.query(
    `insert into sign_in_failures as f (subject, account, failures, last_failed_at, blocked_until)
     values ($1, $4, 1, now(), now())
     on conflict (subject) do update
        set (failures, last_failed_at, blocked_until) = (
          select n, now(),
                 now() + make_interval(secs => case when n < $2 then 0 else least($3, power(2, least(n - $2, 20))) end)
            from (select case when f.last_failed_at < now() - interval '${FORGOTTEN_AFTER}' then 1
                              else f.failures + 1 end as n) counted)
      where f.blocked_until <= now()
     returning failures`,
    [subject, freeAttempts, pauseMaxS, account ?? null],
  );
  if (counted) return;
  const [blocked] = await database.query<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
       from sign_in_failures where subject = $1`,
    [subject],
  );
  throw new TooManyAttemptsError(blocked?.seconds ?? 1);
}
