import { Queryable } from '@tributary/persistence';
import { hash } from 'node:crypto';
import { isKnownSignIn } from '../audit/known-networks';
import { limitedNetwork } from '../limits/networks';
import { WRONG_PASSWORDS } from '../limits/limits';
import {
  addFailure,
  deleteFailures,
  deleteFailuresOfAccount,
  FailureCounter,
  readBlock,
  rewriteFailures,
  subtractFailure,
} from './sign-in-failures.store';

/** The address with which a person tries to sign in, and the network address of the attempt. */
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

/**
 * Counts an attempt as a failure before the password is checked: simultaneous attempts wait for each other here, so a
 * hundred at once are no more guesses than a hundred in turn. `forgiveAttempt` reverts it. From a network from which
 * the account's owner has signed in before, it counts only for the account and that network, so that strangers' guesses
 * do not block the owner (docs/decisions/signing-in.md#wrong-passwords).
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
  const { subject } = isKnown ? ofOwnNetwork(attempt) : ofStrangers(attempt.email);
  await deleteFailures(database, subject);
  if (!isKnown) await subtractFailure(database, ofNetwork(attempt.address).subject);
}

/** Rewrites the counts unchanged, which costs as much as an entry in an owner's trail: an attempt counts from its beginning. */
export async function rewriteAttempt(tx: Queryable, attempt: Attempt): Promise<void> {
  const subjects = [ofOwnNetwork(attempt), ofNetwork(attempt.address)].map(({ subject }) => subject);
  await rewriteFailures(tx, subjects);
}

/** The account can be tried at once again, from everywhere. */
export async function forgetFailures(database: Queryable, email: string): Promise<void> {
  await deleteFailuresOfAccount(database, ofStrangers(email).subject);
}

function countersOf(attempt: Attempt, isKnown: boolean): readonly FailureCounter[] {
  return isKnown ? [ofOwnNetwork(attempt)] : [ofNetwork(attempt.address), ofStrangers(attempt.email)];
}

const { free, pauseMaxS } = WRONG_PASSWORDS;

function ofStrangers(email: string): FailureCounter {
  return { free: free.account, subject: hashed(`account:${email}`) };
}

function ofOwnNetwork({ email, address }: Attempt): FailureCounter {
  const subject = hashed(`account:${email}:network:${limitedNetwork(address)}`);
  return { free: free['account from a known network'], subject, account: ofStrangers(email).subject };
}

function ofNetwork(address: string): FailureCounter {
  return { free: free.network, subject: hashed(`network:${limitedNetwork(address)}`) };
}

function hashed(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

async function count(database: Queryable, counter: FailureCounter): Promise<void> {
  if (await addFailure(database, counter, pauseMaxS)) return;
  throw new TooManyAttemptsError((await readBlock(database, counter.subject)) ?? 1);
}
