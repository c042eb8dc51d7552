import { hash, verify } from '@node-rs/argon2';

/** argon2id as OWASP recommends: 19 MiB, two passes. Each hash contains the parameters, so they can be raised. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const PASSWORD_LENGTH_MIN = 10;
/** Longer ones only cost work. */
export const PASSWORD_LENGTH_MAX = 200;

export async function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), COST);
}

let decoy: Promise<string> | null = null;

/**
 * Whether the password is right; costs the same without a hash, so that the time does not reveal who has an account.
 */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(passwordHash ?? (await decoy), normalized(password));
  return fits && passwordHash !== null;
}

/** Keyboards write the same letters in different ways. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
