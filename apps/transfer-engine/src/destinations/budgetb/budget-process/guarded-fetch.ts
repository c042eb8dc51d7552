import {
  AddressGuard,
  AddressRefusedError,
  boundedAgent,
  boundedBytes,
  guardedLookup,
  literalAddress,
  retryAfterMs,
} from '@tributary/outbound';
import { lookup } from 'node:dns';
import { buildConnector, fetch as fetchOver, Response } from 'undici';

const CONNECT_TIMEOUT_MS = 10_000;
/** A compressed budget of many years; a longer response cannot be a budget. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** Facts about the responses of one call that Actual's client does not report. */
export interface FetchNotes {
  addressRefused: boolean;
  answerTooLong: boolean;
  retryAfterMs: number | null;
}

/**
 * A `fetch` that connects to checked addresses only: public ones and the operator's networks. Without TLS it connects
 * to the operator's networks only, because a password is sent. Facts that Actual's client drops are recorded in
 * `notes`.
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
  const dispatcher = boundedAgent({ connect, maxResponseSize: ANSWER_BYTES_MAX });
  const tooLong = (): boolean => (notes.answerTooLong = true);
  const guarded = (url: Parameters<typeof fetchOver>[0], init?: Parameters<typeof fetchOver>[1]) =>
    fetchOver(url, { ...init, dispatcher }).then((response) => {
      const waitMs = retryAfterMs(response.headers.get('retry-after'));
      if (response.status === 429 && waitMs) notes.retryAfterMs = waitMs;
      return bounded(response, tooLong);
    });
  return guarded as unknown as typeof fetch; // undici's own types of the same interface
}

/** Limits the unpacked size too, because the client loads the whole unpacked body into memory. */
function bounded(response: Response, tooLong: () => void): Response {
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  const body = response.body.pipeThrough(boundedBytes(ANSWER_BYTES_MAX, tooLong));
  return new Response(body, { status, statusText, headers });
}

function connector(allowed: Pick<AddressGuard, 'allows'>): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(allowed, lookup) });
  return (target, callback) => {
    // Node does not resolve literal addresses, so the lookup does not check them; this does.
    const address = literalAddress(target.hostname);
    if (address !== null && !allowed.allows(address)) return callback(new AddressRefusedError(), null);
    connect(target, callback);
  };
}
