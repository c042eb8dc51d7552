import { LRUCache } from 'lru-cache';
import { lookup, LookupAddress, RecordWithTtl } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Resolve } from './guarded-lookup';

/** Queries name servers directly, without a thread of the process. */
export interface NameServers {
  resolve4(name: string, options: { ttl: true }): Promise<RecordWithTtl[]>;
  resolve6(name: string, options: { ttl: true }): Promise<RecordWithTtl[]>;
}

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
/** Addresses are cached for as long as the name server allows, within these limits. */
const BELIEVED_MS_MIN = 1000;
const BELIEVED_MS_MAX = 30_000;
const NAMES_MAX = 1000;
/** The process has four threads for the system's resolver, files and ciphers: names use no more than these. */
const SYSTEM_LOOKUPS_MAX = 2;
/** The name servers do not know the name, or there are none: the system may (hosts file, search domains). */
const NOT_THERE = ['ENOTFOUND', 'ENODATA', 'EBADNAME', 'ECONNREFUSED'];

interface Answer {
  readonly addresses: LookupAddress[];
  readonly ttlMs: number;
}

/**
 * Resolves names so that a slow one delays only its own connections. Name servers are queried without threads, by one
 * query at a time for each name, however many connections wait for it; addresses are cached for a while.
 */
export class NameLookups {
  private readonly known = new LRUCache<string, LookupAddress[]>({ max: NAMES_MAX });
  private readonly asked = new Map<string, Promise<LookupAddress[]>>();
  private systemLookups = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly servers: NameServers = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES }),
    private readonly system: Resolve = lookup,
  ) {}

  readonly resolve: Resolve = (hostname, _options, callback) => {
    const known = this.known.get(hostname);
    if (known) return callback(null, known);
    this.queryServers(hostname).then(
      (addresses) => callback(null, addresses),
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };

  private queryServers(hostname: string): Promise<LookupAddress[]> {
    let asked = this.asked.get(hostname);
    if (!asked) {
      asked = this.answerFor(hostname)
        .then(({ addresses, ttlMs }) => {
          const ttl = Math.min(Math.max(ttlMs, BELIEVED_MS_MIN), BELIEVED_MS_MAX);
          this.known.set(hostname, addresses, { ttl });
          return addresses;
        })
        .finally(() => this.asked.delete(hostname));
      this.asked.set(hostname, asked);
    }
    return asked;
  }

  private async answerFor(hostname: string): Promise<Answer> {
    if (!hostname.replace(/\.$/, '').includes('.')) return this.askSystem(hostname); // localhost, a service's name
    const [v4, v6] = await Promise.allSettled([
      this.servers.resolve4(hostname, { ttl: true }),
      this.servers.resolve6(hostname, { ttl: true }),
    ]);
    const records = [...found(v4, 4), ...found(v6, 6)];
    if (records.length > 0) {
      return {
        addresses: records.map(({ address, family }) => ({ address, family })),
        ttlMs: records.reduce((least, { ttl }) => Math.min(least, ttl), Infinity) * 1000,
      };
    }
    const serious = [v4, v6].map(errorOf).find((error) => error && !NOT_THERE.includes(error.code ?? ''));
    if (serious) throw serious; // the name servers are too slow, or out of order: the system would wait as long
    return this.askSystem(hostname);
  }

  private async askSystem(hostname: string): Promise<Answer> {
    if (this.systemLookups < SYSTEM_LOOKUPS_MAX) this.systemLookups += 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve)); // it gets the slot of a look-up that ends
    try {
      const addresses = await new Promise<LookupAddress[]>((resolve, reject) => {
        this.system(hostname, { all: true }, (error, some) => (error ? reject(error) : resolve(some)));
      });
      return { addresses, ttlMs: BELIEVED_MS_MIN };
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.systemLookups -= 1;
    }
  }
}

function found(result: PromiseSettledResult<RecordWithTtl[]>, family: 4 | 6) {
  return result.status === 'fulfilled' ? result.value.map((record) => ({ ...record, family })) : [];
}

function errorOf(result: PromiseSettledResult<unknown>): NodeJS.ErrnoException | null {
  return result.status === 'rejected' && result.reason instanceof Error ? result.reason : null;
}
