import { setTimeout as delay } from 'node:timers/promises';

/** A batch of this size is worth its transaction: the next one is fetched at once. */
const ENOUGH_BYTES = 128 * 1024;

/**
 * Lets messages gather for one batch, after a small one. kafkajs fetches again when all batches of its last fetch are
 * done; so the first message after a silence is processed at once, and those that follow within `ms` are fetched
 * together. A broker that gathers them (`minBytes`) would delay every message, and answer an idle consumer as often.
 */
export class Linger {
  private readonly ends = new Set<AbortController>();

  /** @param workers that process batches: one of them never lingers, because more batches may be waiting for it */
  constructor(
    private readonly ms: number,
    private readonly workers: number,
  ) {}

  /** Another batch begins, which may have waited for a worker; or the consumer has to stop. */
  end(): void {
    for (const end of this.ends) end.abort();
  }

  /** Until `ms` after the batch began, unless another one begins or it was large. */
  async after(beganAtMs: number, bytes: number): Promise<void> {
    const leftMs = beganAtMs + this.ms - performance.now();
    if (leftMs <= 0 || bytes >= ENOUGH_BYTES || this.ends.size >= this.workers - 1) return;
    const end = new AbortController();
    this.ends.add(end);
    await delay(leftMs, undefined, { signal: end.signal }).catch(() => undefined);
    this.ends.delete(end);
  }
}
