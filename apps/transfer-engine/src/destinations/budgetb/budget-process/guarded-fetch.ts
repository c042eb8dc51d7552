import { AddressGuard, AddressRefusedError, guardedLookup, literalAddress } from '@tributary/outbound';
import { lookup } from 'node:dns';
import { Agent, buildConnector, fetch as fetchOver } from 'undici';

const CONNECT_TIMEOUT_MS = 10_000;

/** What came of the requests of one call. */
export interface FetchNotes {
  addressRefused: boolean;
  retryAfterMs: number | null;
}

/**
 * A `fetch` that connects to checked addresses only: public ones and the operator's networks, and without TLS to the
 * latter alone, since a password travels. What Actual's client does not pass on is noted.
 */
export function guardedFetch(allowedNetworks: readonly string[], notes: FetchNotes): typeof fetch {
  const guard = new AddressGuard(allowedNetworks);
  const withTls = connector(guard);
  const plain = connector({ allows: (address) => guard.isListed(address) });
  const connect: buildConnector.connector = (target, callback) => {
    const open = target.protocol === 'https:' ? withTls : plain;
    open(target, (...[error, socket]) => {
      if (error instanceof AddressRefusedError) notes.addressRefused = true;
      return error ? callback(error, null) : callback(null, socket);
    });
  };
  const dispatcher = new Agent({ connect });
  const guarded = (url: Parameters<typeof fetchOver>[0], init?: Parameters<typeof fetchOver>[1]) =>
    fetchOver(url, { ...init, dispatcher }).then((response) => {
      const seconds = Number(response.headers.get('retry-after') ?? NaN);
      if (response.status === 429 && seconds > 0) notes.retryAfterMs = seconds * 1000;
      return response;
    });
  return guarded as unknown as typeof fetch; // undici's own types of the same interface
}

function connector(allowed: Pick<AddressGuard, 'allows'>): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(allowed, lookup) });
  return (target, callback) => {
    // Node does not resolve what is an address already, so that has to be looked at here.
    const address = literalAddress(target.hostname);
    if (address !== null && !allowed.allows(address)) return callback(new AddressRefusedError(), null);
    connect(target, callback);
  };
}
