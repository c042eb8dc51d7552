import { Clock, reachFaultPoint } from '@tributary/messaging';
import { outcomeCounter } from '@tributary/service';
import {
  afterAttempt,
  hasGivenUp,
  isAbandoned,
  SendingHealth,
  statusOf,
} from '../../endpoints/endpoint-health';
import { EndpointRegistry, SendableEndpoint } from '../../endpoints/endpoint-registry';
import { Bell } from './bell';
import { Delivery, Outcome } from './delivery';
import { DeliveryStore } from './delivery-store';
import { judge } from './judge';
import { LaneQueue } from './lane-queue';
import { Lease } from './lease';
import { signatureHeaders } from './signature';
import { WebhookClient } from './webhook-client';

/** What all senders of a process share. */
export interface SenderParts {
  readonly store: DeliveryStore;
  readonly endpoints: EndpointRegistry;
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly random: () => number;
  /** Deliveries of one endpoint that are under way at once. */
  readonly concurrency: number;
  /** True where others wait for a place: end after a turn. */
  readonly shouldYield: () => boolean;
}

const CLAIM_MAX = 200;
const OUTCOMES_PER_SAVE = 50;
const SAVE_AFTER_MS = 50;
/** Other instances' deliveries and retries are found by looking. */
const LOOK_AGAIN_AFTER_MS = 1000;
/** How long an endpoint may go on where others wait for a place. */
const TURN_MS = 1000;
/** How long to keep the lease when there is nothing to send: bursts come in batches. */
const LINGER_MS = 500;

/**
 * Sends the deliveries of one endpoint while it holds the lease: claims ahead, posts side by side, and saves
 * outcomes in bulk, none of which waits for the others.
 */
export class EndpointSender {
  private readonly attempts = outcomeCounter('tributary.delivery.attempts', 'Attempts to deliver a webhook');
  private readonly queue = new LaneQueue();
  private readonly bell = new Bell();
  /** Claimed, and what came of them not yet saved: not to be claimed again. */
  private readonly held = new Set<number>();
  private outcomes: Outcome[] = [];
  private inFlight = 0;
  private claiming = false;
  private saving = false;
  private mayHaveMore = true;
  private claimedAtMs = 0;
  private unsavedSinceMs = 0;
  private readonly startedAtMs = performance.now();
  private busyAtMs = performance.now();
  /** Ends in good order: what is under way ends and is saved. */
  private ending = false;
  private interrupted = false;
  private failure: Error | null = null;

  constructor(
    private readonly parts: SenderParts,
    private readonly lease: Lease,
    private endpoint: SendableEndpoint,
    private health: SendingHealth,
  ) {}

  /** Resolves when there is nothing more to do for now. @throws what the database failed with. */
  async run(): Promise<void> {
    while (!this.isOver()) {
      // Stopped or cut off for long: whoever has the lease now goes on. Once only, since ending rings the bell: this
      // loop would never sleep, and the answers that it waits for could not come in.
      if (!this.ending && !this.lease.mayPost()) this.end();
      this.startClaim();
      this.startPosts();
      this.startSave();
      await this.bell.wait(this.isIdle() ? LINGER_MS : SAVE_AFTER_MS);
    }
    if (this.failure !== null) throw this.failure;
  }

  /** There is something new to send. */
  wake(): void {
    this.mayHaveMore = true;
    this.bell.ring();
  }

  /** Begins nothing more. */
  end(): void {
    this.ending = true;
    for (const { id } of this.queue.clear()) this.held.delete(id);
    this.bell.ring();
  }

  /** What is still under way will be cut off and says nothing about the endpoint. */
  interrupt(): void {
    this.interrupted = true;
    this.end();
  }

  private isOver(): boolean {
    if (this.claiming || this.saving) return false;
    if (this.failure !== null) return this.inFlight === 0;
    if (!this.isIdle()) return false;
    return this.ending || performance.now() - this.busyAtMs >= LINGER_MS;
  }

  private isIdle(): boolean {
    return this.inFlight === 0 && this.queue.size === 0 && this.outcomes.length === 0;
  }

  /** Claims when there is room and reason; and now and then in any case, because a claim renews the lease. */
  private startClaim(): void {
    if (this.claiming || this.ending) return;
    const now = performance.now();
    // Others wait for a place: after its turn it goes, and what it has not begun stays due.
    if (now - this.startedAtMs >= TURN_MS && this.parts.shouldYield()) return this.end();
    const hasRoom = this.queue.size < CLAIM_MAX / 2;
    if (!(hasRoom && this.mayHaveMore) && now - this.claimedAtMs <= LOOK_AGAIN_AFTER_MS) return;
    if (hasRoom) this.mayHaveMore = false;
    this.claimedAtMs = now;
    this.claiming = true;
    this.inBackground(this.claim(hasRoom ? this.claimLimit() : 0), () => (this.claiming = false));
  }

  private async claim(limit: number): Promise<void> {
    const claim = await this.parts.store.claim(this.lease, [...this.held], limit);
    if (!claim.enabled) return this.end();
    if (claim.endpointVersion !== this.endpoint.version) return this.changeOver();
    if (this.ending || claim.deliveries.length === 0) return;
    reachFaultPoint('delivery.claimed');
    for (const { id } of claim.deliveries) this.held.add(id);
    this.queue.add(claim.deliveries);
    this.mayHaveMore = true;
    this.busyAtMs = performance.now();
  }

  /** An endpoint that fails is not given much to hold. */
  private claimLimit(): number {
    const { concurrency } = this.parts;
    return this.health.consecutiveFailures >= concurrency ? concurrency : CLAIM_MAX;
  }

  /** What was claimed before may not be to be sent any more: all is claimed anew. */
  private async changeOver(): Promise<void> {
    for (const { id } of this.queue.clear()) this.held.delete(id);
    await this.reload();
    this.mayHaveMore = true;
  }

  private async reload(): Promise<void> {
    const endpoint = await this.parts.endpoints.load(this.lease.endpointId);
    if (endpoint?.enabled) this.endpoint = endpoint;
    else this.end();
  }

  private startPosts(): void {
    while (this.inFlight < this.parts.concurrency && this.failure === null && this.lease.mayPost()) {
      const delivery = this.queue.take();
      if (!delivery) return;
      this.inFlight += 1;
      this.inBackground(this.post(delivery), () => {
        this.inFlight -= 1;
        this.queue.release(delivery.lane);
        this.startPosts();
      });
    }
  }

  private async post(delivery: Delivery): Promise<void> {
    const { client, clock, random } = this.parts;
    const startedAtMs = clock.now();
    const { messageId: id, body, traceparent } = delivery;
    const signature = signatureHeaders(this.endpoint.signingKeys(startedAtMs), { id, body }, startedAtMs);
    const result = await client.post({ url: this.endpoint.url, signature, body, traceparent });
    reachFaultPoint('delivery.posted');
    if (this.interrupted && result.kind === 'failed') return;
    this.record(judge(delivery, { result, startedAtMs, endedAtMs: clock.now() }, random()));
  }

  private record(outcome: Outcome): void {
    this.attempts.add(1, { status: outcome.verdict.status });
    if (this.outcomes.length === 0) this.unsavedSinceMs = performance.now();
    this.outcomes.push(outcome);
    this.health = afterAttempt(this.health, outcome.attemptedAt, outcome.error);
    this.busyAtMs = performance.now();
    if (outcome.gone || outcome.pauseMs !== null || this.isHopeless()) this.end();
  }

  private isHopeless(): boolean {
    return hasGivenUp(this.health) || isAbandoned(this.endpoint.type, this.health);
  }

  private startSave(): void {
    if (this.saving || this.failure !== null || this.outcomes.length === 0) return;
    const isDue =
      this.outcomes.length >= OUTCOMES_PER_SAVE ||
      performance.now() - this.unsavedSinceMs >= SAVE_AFTER_MS ||
      (this.inFlight === 0 && this.queue.size === 0);
    if (!isDue) return;
    const { outcomes } = this;
    this.outcomes = [];
    this.saving = true;
    this.inBackground(this.save(outcomes), () => (this.saving = false));
  }

  private async save(outcomes: readonly Outcome[]): Promise<void> {
    const { store, endpoints } = this.parts;
    const { health, endpoint } = this;
    await store.save(this.lease, endpoint.userId, outcomes, health);
    for (const { deliveryId } of outcomes) this.held.delete(deliveryId);
    const gone = outcomes.some((outcome) => outcome.gone);
    if (isAbandoned(endpoint.type, health) || (gone && endpoint.type !== 'WEBHOOK')) {
      await endpoints.remove(endpoint.id);
    } else if (gone || hasGivenUp(health)) {
      await endpoints.disable(endpoint.id, gone ? 'GONE' : 'NO_SUCCESS', health);
    } else if (statusOf(health) !== endpoint.healthStatus) {
      await endpoints.publishHealth(endpoint.id, health);
      await this.reload();
    }
  }

  /** The loop hears of the end, and of a failure, of what it does not wait for. */
  private inBackground(work: Promise<void>, ended: () => void): void {
    work
      .catch((error: unknown) => {
        this.failure ??= error instanceof Error ? error : new Error('sending failed', { cause: error });
        this.end();
      })
      .finally(() => {
        ended();
        this.bell.ring();
      });
  }
}
