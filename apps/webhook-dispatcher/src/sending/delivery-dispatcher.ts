import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { LeaseLostError } from '@tributary/jobs';
import { DatabaseClock } from '@tributary/messaging';
import { ServiceLogger, Worker } from '@tributary/service';
import { backoff } from '@tributary/persistence';
import { EndpointRegistry } from '../endpoints/endpoint-registry';
import type { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from '../webhook-dispatcher.config';
import { DeliveryListener, StoredDelivery } from './delivery-listener';
import { DueDeliveries } from './due-deliveries';
import { EndpointSender } from './endpoint-sender';
import { Leases } from './leases';
import { OutcomeSaver } from './outcomes/outcome-saver';
import { WebhookClient } from './http/webhook-client';

/** The shortest interval between two polls, unless deliveries are known to be due. */
const LOOK_SPACING_MS = 1000;
const RESTS = { firstMs: 1000, factor: 2, maxMs: 300_000, jitter: 0 };
/** Time for which an orderly stop waits for responses before it aborts the requests. */
const DRAIN_MS = 5000;

interface Rest {
  readonly failures: number;
  readonly untilMs: number;
}

/**
 * Starts a separate sender for each endpoint with due deliveries, so that a slow or dead endpoint delays no other. New
 * deliveries of this process wake it immediately; commit signals wake it for other processes' deliveries, and a timer
 * for retries.
 */
@Injectable()
export class DeliveryDispatcher
  extends DeliveryListener
  implements OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly senders = new Map<number, EndpointSender | null>();
  private readonly running = new Set<Promise<void>>();
  private woken = new Set<number>();
  /** Endpoints with due deliveries that wait for a slot, in the order of their turns. */
  private readonly waiting = new Set<number>();
  /** Endpoints that got deliveries while their senders were ending. */
  private readonly wokenAtEnd = new Set<number>();
  private lookedAtMs = Number.NEGATIVE_INFINITY;
  /** When the first delivery becomes due, or the lease of its endpoint's sender expires, as far as known. */
  private dueAtMs = Number.POSITIVE_INFINITY;
  private stopListening: () => void = () => undefined;
  private stopping = false;
  private readonly ownLoad = new OwnLoad();
  private readonly worker: Worker;
  /** Endpoints whose sending failed because of this service, with the time of the next attempt. */
  private readonly resting = new Map<number, Rest>();

  constructor(
    @Inject(Leases) private readonly leases: Leases,
    @Inject(DueDeliveries) private readonly store: DueDeliveries,
    @Inject(OutcomeSaver) private readonly saver: OutcomeSaver,
    @Inject(EndpointRegistry) private readonly endpoints: EndpointRegistry,
    @Inject(WebhookClient) private readonly client: WebhookClient,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
    @Inject(DISPATCHER_CONFIG) private readonly config: WebhookDispatcherConfig,
    /** Receivers reject signatures with a wrong time, so every instance uses the database's clock. */
    @Inject(DatabaseClock) private readonly clock: DatabaseClock,
  ) {
    super();
    this.worker = new Worker({
      name: 'deliveries',
      round: () => this.round(),
      spacingMs: LOOK_SPACING_MS,
      dueInMs: () => this.dueInMs(),
      onFailure: (error) => this.logger.failure('looking for deliveries failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.leases.onDueDeliveries(() => this.worker.notify());
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.stopListening();
    await this.worker.stop();
    for (const sender of this.senders.values()) sender?.end();
    const cut = setTimeout(() => this.cutOff(), DRAIN_MS);
    await Promise.all(this.running);
    clearTimeout(cut);
    await this.client.close();
  }

  override wake(endpointIds: readonly number[]): void {
    for (const id of endpointIds) {
      const sender = this.senders.get(id);
      if (sender === null || sender?.wake()) continue; // a sender that is starting has its first claim still before it
      (sender ? this.wokenAtEnd : this.woken).add(id);
    }
    if (this.woken.size > 0) this.worker.wake();
  }

  override offer(deliveries: readonly StoredDelivery[]): void {
    const refused = new Set<number>();
    for (const { endpointId, endpointVersion, delivery } of deliveries) {
      // If one delivery must be claimed from the database, later ones must be, too; otherwise they would overtake it.
      const isSent =
        !refused.has(endpointId) && this.senders.get(endpointId)?.accept(endpointVersion, delivery);
      if (!isSent) refused.add(endpointId);
    }
    if (refused.size > 0) this.wake([...refused]);
  }

  private async round(): Promise<boolean> {
    const { woken } = this;
    this.woken = new Set();
    for (const id of woken) this.start(id);
    const now = performance.now();
    if (now - this.lookedAtMs >= LOOK_SPACING_MS || now >= this.dueAtMs) await this.poll();
    return false;
  }

  private async dueInMs(): Promise<number | null> {
    const inMs = await this.leases.nextWorkInMs([...this.senders.keys()]);
    // Due endpoints that were not started wait for a slot or rest.
    this.dueAtMs = inMs !== null && inMs > 0 ? performance.now() + inMs : Number.POSITIVE_INFINITY;
    return inMs;
  }

  private async poll(): Promise<void> {
    const { endpointsAtOnce } = this.config;
    const found = await this.leases.findWork([...this.senders.keys()], endpointsAtOnce);
    this.lookedAtMs = performance.now();
    this.dueAtMs = Number.POSITIVE_INFINITY;
    for (const id of found) this.start(id);
  }

  /** Starts a sender unless the endpoint has one; if all slots are in use, the endpoint gets the next free one. */
  private start(endpointId: number): void {
    if (this.stopping || this.senders.has(endpointId) || this.isResting(endpointId)) return;
    if (this.senders.size >= this.config.endpointsAtOnce) {
      this.waiting.add(endpointId);
      this.endAnIdleOne();
      return;
    }
    this.senders.set(endpointId, null);
    const run = this.send(endpointId)
      .catch((error: unknown) => {
        if (error instanceof LeaseLostError) return;
        this.logger.failure('sending for an endpoint failed', error);
        this.pauseEndpoint(endpointId);
      })
      .finally(() => {
        this.senders.delete(endpointId);
        this.running.delete(run);
        this.startNext();
        if (this.wokenAtEnd.delete(endpointId)) this.wake([endpointId]);
      });
    this.running.add(run);
  }

  private endAnIdleOne(): void {
    for (const sender of this.senders.values()) if (sender?.endIfIdle()) return;
  }

  private startNext(): void {
    for (const next of this.waiting) {
      if (this.senders.size >= this.config.endpointsAtOnce) return;
      this.waiting.delete(next);
      this.start(next);
    }
  }

  private async send(endpointId: number): Promise<void> {
    const claimed = await this.leases.claim(endpointId);
    if (!claimed) return;
    try {
      const endpoint = await this.endpoints.load(endpointId);
      if (!endpoint?.enabled || this.stopping) return;
      this.ownLoad.measure();
      const sender = new EndpointSender(this.partsOfSenders(), claimed.lease, endpoint, claimed.health);
      this.senders.set(endpointId, sender);
      await sender.run();
      this.resting.delete(endpointId);
      if (sender.hasEndedItsTurn) this.waiting.add(endpointId);
    } finally {
      await this.leases.release(claimed.lease);
    }
  }

  /**
   * Pauses the endpoint after a failure of this service, with growing pauses, because the same deliveries could fail
   * again in a loop.
   */
  private pauseEndpoint(endpointId: number): void {
    const failures = (this.resting.get(endpointId)?.failures ?? 0) + 1;
    this.resting.set(endpointId, { failures, untilMs: performance.now() + backoff(failures, RESTS) });
  }

  private isResting(endpointId: number): boolean {
    return performance.now() < (this.resting.get(endpointId)?.untilMs ?? 0);
  }

  private partsOfSenders() {
    const { store, saver, endpoints, client, config } = this;
    return {
      store,
      saver,
      endpoints,
      client,
      clock: this.clock,
      random: Math.random,
      concurrency: config.concurrencyPerEndpoint,
      isFull: this.ownLoad.isFull,
      shouldYield: () => this.waiting.size > 0,
    };
  }

  private cutOff(): void {
    for (const sender of this.senders.values()) sender?.interrupt();
    void this.client.close();
  }
}

const MEASURED_EVERY_MS = 100;
const FULL = 0.9;

/** Measures how busy this process is. */
export class OwnLoad {
  private measuredAtMs = performance.now();
  private before = performance.eventLoopUtilization();
  private wasFull = false;

  /**
   * Returns whether the event loop was hardly idle lately. Responses then wait in this process, so that their times do
   * not measure the endpoints.
   */
  readonly isFull = (): boolean => {
    this.measure();
    return this.wasFull;
  };

  /** Takes a measurement. Call it also when work begins, because the idle time before does not count. */
  measure(): void {
    if (performance.now() - this.measuredAtMs < MEASURED_EVERY_MS) return;
    const current = performance.eventLoopUtilization();
    this.wasFull = performance.eventLoopUtilization(current, this.before).utilization >= FULL;
    this.before = current;
    this.measuredAtMs = performance.now();
  }
}
