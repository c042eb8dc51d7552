import { Queryable } from '@tributary/persistence';
import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** Wrong passwords are slowed down from these numbers of them on. */
const FREE_ATTEMPTS = { account: 5, address: 20 } as const;
const BLOCK_S_MAX = 15 * 60;
/** So long after the last one, wrong passwords are forgotten. */
const FORGOTTEN_AFTER = '1 day';

type Subject = keyof typeof FREE_ATTEMPTS;

/** Who tries to sign in as whom. */
export interface Attempt {
  readonly email: string;
  readonly address: string;
}

/** Too many wrong passwords, for this account or from this address. */
export class TooManyAttemptsError extends Error {
  override readonly name = 'TooManyAttemptsError';

  constructor(readonly retryAfterS: number) {
    super('There were too many attempts to sign in.');
  }
}

/**
 * Counts an attempt as a failure before the password is looked at: attempts at the same time wait for each other
 * here, so a hundred at once are no more guesses than a hundred in turn. `forgiveAttempt` takes it back.
 * @throws TooManyAttemptsError
 */
export async function countAttempt(database: Queryable, attempt: Attempt): Promise<void> {
  await count(database, 'address', subjectOfAddress(attempt.address));
  await count(database, 'account', subjectOfAccount(attempt.email));
}

/** The password was right: the account's failures are forgotten, the address has one less. */
export async function forgiveAttempt(database: Queryable, attempt: Attempt): Promise<void> {
  await forgetFailures(database, attempt.email);
  await database.execute(
    'update sign_in_failures set failures = greatest(0, failures - 1), blocked_until = now() where subject = $1',
    [subjectOfAddress(attempt.address)],
  );
}

/** The account can be tried at once again. */
export async function forgetFailures(database: Queryable, email: string): Promise<void> {
  await database.execute('delete from sign_in_failures where subject = $1', [subjectOfAccount(email)]);
}

async function count(database: Queryable, kind: Subject, subject: Buffer): Promise<void> {
  const [counted] = await database.query(
    `insert into sign_in_failures as f (subject, failures, last_failed_at, blocked_until)
     values ($1, 1, now(), now())
     on conflict (subject) do update
        set (failures, last_failed_at, blocked_until) = (
          select n, now(),
                 now() + make_interval(secs => case when n < $2 then 0 else least($3, power(2, least(n - $2, 20))) end)
            from (select case when f.last_failed_at < now() - interval '${FORGOTTEN_AFTER}' then 1
                              else f.failures + 1 end as n) counted)
      where f.blocked_until <= now()
     returning failures`,
    [subject, FREE_ATTEMPTS[kind], BLOCK_S_MAX],
  );
  if (counted) return;
  const [blocked] = await database.query<{ seconds: number }>(
    `select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds
       from sign_in_failures where subject = $1`,
    [subject],
  );
  throw new TooManyAttemptsError(blocked?.seconds ?? 1);
}

/** Hashed: what was typed as an address may be anything, a password too. */
function subjectOfAccount(email: string): Buffer {
  return hash('sha256', `account:${email}`, 'buffer');
}

/** Of IPv6 the network: a single customer has 2^64 addresses. */
function subjectOfAddress(address: string): Buffer {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const network =
    parsed?.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : (parsed?.toString() ?? address);
  return hash('sha256', `address:${network}`, 'buffer');
}
