import { limitedNetwork } from './networks';
import { RateLimits } from './rate-limits';

/** Counts a try of an e-mail address like an attempt to sign up, so that few addresses can be tried. @throws RateLimitedError */
export async function requireAddressTurn(limits: RateLimits, address: string): Promise<void> {
  await limits.require('signUps', limitedNetwork(address));
  await limits.require('allSignUps', 'all');
}
