const HOSTS_MAX = 8;
const HOSTS_MIN = 2;
const APART_MS = 60_000;
/** Difference below which the clocks agree again. */
const TOGETHER_MS = 30_000;
/** Time between two checks of a server's clock. */
const AGAIN_AFTER_MS = 60_000;

/** @param were the last result, so that clocks at the limit do not alternate */
export function areApart(aheadMs: number, were: boolean): boolean {
  return Math.abs(aheadMs) > (were ? TOGETHER_MS : APART_MS);
}

/**
 * Estimates how far our clock is ahead of those of other servers, by the dates of their responses. One of them may be
 * wrong itself, or lie: the median of the last eight counts, and a single one does not.
 */
export class OtherClocks {
  private readonly byHost = new Map<string, { readonly aheadMs: number; readonly atMs: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  wants(host: string): boolean {
    const known = this.byHost.get(host);
    return known === undefined || this.now() - known.atMs >= AGAIN_AFTER_MS;
  }

  saw(host: string, aheadMs: number): void {
    this.byHost.delete(host); // a new insertion moves it behind the older ones
    this.byHost.set(host, { aheadMs, atMs: this.now() });
    const [oldest] = this.byHost.keys();
    if (this.byHost.size > HOSTS_MAX && oldest !== undefined) this.byHost.delete(oldest);
  }

  /** Null while too few are known. */
  aheadMs(): number | null {
    const sorted = [...this.byHost.values()].map(({ aheadMs }) => aheadMs).sort((a, b) => a - b);
    if (sorted.length < HOSTS_MIN) return null;
    // The nearer to ours of the two middle ones of an even number, because half of them is no majority.
    const middle = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
    return middle.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  }
}

/** Time at which a response was made, by its raw headers (names and values by turns); null where they do not have it. */
export function madeAtMs(headers: readonly Uint8Array[]): number | null {
  const date = Date.parse(valueOf(headers, 'date') ?? '');
  if (Number.isNaN(date)) return null;
  const age = Number(valueOf(headers, 'age') ?? 0); // seconds that a cache has stored it
  return date + (Number.isFinite(age) ? age * 1000 : 0);
}

function valueOf(headers: readonly Uint8Array[], wanted: string): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at];
    if (name?.length !== wanted.length || textOf(name).toLowerCase() !== wanted) continue;
    return textOf(headers[at + 1]);
  }
  return null;
}

function textOf(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('latin1');
}
