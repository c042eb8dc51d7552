import { lookup, LookupAddress, LookupOptions } from 'node:dns';
import { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates, SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { AddressGuard } from '../../endpoints/address-guard';

/** The endpoint's host is, or resolves to, an address that deliveries must not go to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('the host of the endpoint is at an address that deliveries must not go to');
  }
}

/** Resolves a name to all of its addresses; replaced in tests. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  readonly guard: AddressGuard;
  readonly timeoutMs: number;
  /** PEM of an authority to trust besides the usual ones. */
  readonly extraCa: string | null;
  readonly resolve?: Resolve;
  /** Opens the sockets; replaced in tests. */
  readonly sockets?: typeof buildConnector;
}

/**
 * Makes TLS connections to checked addresses only. A name is resolved once and the connection goes to what
 * was checked, so that a name cannot point elsewhere between check and use.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { guard, timeoutMs, extraCa, sockets = buildConnector } = options;
  const connect = sockets({
    timeout: timeoutMs,
    secureContext: extraCa === null ? undefined : trusting(extraCa),
    lookup: guardedLookup(guard, options.resolve ?? lookup),
  });
  return (target, callback) => {
    const isPlain = target.protocol !== 'https:';
    // Node does not resolve what is an address already, so that has to be looked at here.
    if (isPlain || guard.refusesLiteral(new URL(`https://${target.host ?? target.hostname}`))) {
      return callback(new AddressRefusedError(), null);
    }
    connect(target, callback);
  };
}

/** Made once: reading all the usual authorities anew for each connection costs more than its handshake. */
function trusting(extraCa: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, extraCa] });
}

/** One refused address among several refuses the name: the socket tries them in turn. */
export function guardedLookup(guard: AddressGuard, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !guard.allows(address))) {
        return callback(new AddressRefusedError(), '');
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
