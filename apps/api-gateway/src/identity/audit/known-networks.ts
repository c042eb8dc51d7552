import { Queryable } from '@tributary/persistence';
import { networkOf } from '../limits/networks';
import { hasSignInNetwork, saveSignInNetwork } from './security-events.store';

/** Records the network of a user's sign-in. @returns whether the user never signed in from it before */
export async function knowSignIn(tx: Queryable, userId: number, address: string): Promise<boolean> {
  const network = networkOf(address);
  return network !== null && saveSignInNetwork(tx, userId, network);
}

/** Whether the account's owner has signed in from the address's network before. */
export function isKnownSignIn(database: Queryable, email: string, address: string): Promise<boolean> {
  return hasSignInNetwork(database, email, networkOf(address));
}
