import { hash, verify } from '@node-rs/argon2';
import { isLongerThan, normalizedText } from '@tributary/contracts';
import { FairShares } from '@tributary/persistence';
import { availableParallelism } from 'node:os';

/** argon2id as OWASP recommends: 19 MiB, two passes. Each hash contains the parameters, so they can be raised. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_LENGTH_MIN = 10;
/** Maximum in characters, as JSON Schema counts them. A longer password is refused before it is normalized or hashed. */
export const PASSWORD_LENGTH_MAX = 200;

/**
 * Number of simultaneous hashes: one less than there are processors, so that a flood of sign-ins leaves one to other
 * requests.
 */
const AT_ONCE = Math.max(1, Math.min(4, availableParallelism() - 1));
const turns = new FairShares({ total: AT_ONCE, perUser: AT_ONCE, waitingPerUser: 500 });
/** A flood comes from many networks, before anybody knows its origin: all requests share one queue. */
const EVERYBODY = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const end = await turns.enter(EVERYBODY);
  try {
    return await work();
  } finally {
    end();
  }
}

/** @throws RangeError over the maximum. Callers check it first, because they can name the wrong field */
export async function hashPassword(password: string): Promise<string> {
  if (isLongerThan(password, PASSWORD_LENGTH_MAX)) throw new RangeError('the password is too long');
  const text = normalized(password);
  return inTurn(() => hash(text, COST));
}

let decoy: Promise<string> | null = null;

/**
 * Whether the password is right; costs the same without a hash, so that the time does not reveal who has an account. A
 * password over the maximum is wrong at the same cost.
 */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const isPossible = !isLongerThan(password, PASSWORD_LENGTH_MAX);
  const compared = isPossible ? passwordHash : null;
  const [text, known] = [isPossible ? normalized(password) : '', compared ?? (await decoy)];
  const fits = await inTurn(() => verify(known, text));
  return fits && compared !== null;
}

/** The normal form of a password, because keyboards write the same letters in different ways. */
function normalized(password: string): string {
  return normalizedText(password, 'NFKC', 2 * PASSWORD_LENGTH_MAX);
}
