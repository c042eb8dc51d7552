import { USER_DATA_OWNERS } from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from './gateway-under-test';

/** Plays the other services for users who leave or ask for their data: each has erased at once, and has nothing to hand over. */
export function playUserDataOwners(gateway: GatewayUnderTest): Promise<Consumption[]> {
  return Promise.all(
    Object.values(USER_DATA_OWNERS).map(({ showErasure, readData }) =>
      gateway.playOwner(
        fake(showErasure, ({ userIds }) => ({ erased: userIds.length, rowsErased: 0 })),
        fake(readData, () => ({ text: '', next: null })),
      ),
    ),
  );
}
