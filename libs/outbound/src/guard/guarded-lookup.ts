import { LookupAddress, LookupOptions } from 'node:dns';
import { LookupFunction } from 'node:net';
import { AddressGuard } from './address-guard';

/**
 * The host is, or resolves to, a forbidden address, or has none. Both cases get one message, which does not reveal the
 * names that only the installation's own network knows.
 */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('the host of the URL is unknown, or at an address that connections must not go to');
  }
}

/** Resolves a name to all of its addresses; `lookup` of node:dns, replaced in tests. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Error codes of resolvers for a name without an address. */
const HAS_NO_ADDRESS: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * A `lookup` for sockets. The connection uses the checked address, so that a name cannot change between check and use.
 * One refused address among several refuses the name, because the socket tries them in turn.
 */
export function guardedLookup(guard: Pick<AddressGuard, 'allows'>, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error)
        return callback(HAS_NO_ADDRESS.has(error.code ?? '') ? new AddressRefusedError() : error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !guard.allows(address))) {
        return callback(new AddressRefusedError(), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
