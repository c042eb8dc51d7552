import { Clock, reachFaultPoint } from '@tributary/messaging';
import { outcomeCounter } from '@tributary/service';
import { afterAttempt, SendingHealth } from '../../endpoints/endpoint-health';
import { EndpointRegistry, SendableEndpoint } from '../../endpoints/endpoint-registry';
import { WakeUpSignal } from './wake-up-signal';
import { Consequences } from './consequences';
import { Delivery, Outcome, PostResult } from './delivery';
import { DeliveryStore } from './delivery-store';
import { judge } from './judge';
import { LaneQueue } from './lane-queue';
import { Lease } from './lease';
import { OutcomeSaver, Saving } from './outcome-saver';
import { PostingWidth } from './posting-width';
import { signatureHeaders } from './signature';
import { WebhookClient } from './webhook-client';

/** What all senders of a process share. */
export interface SenderParts {
  readonly store: DeliveryStore;
  readonly saver: OutcomeSaver;
  readonly endpoints: EndpointRegistry;
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly random: () => number;
  /** Deliveries of one endpoint that are under way at once. */
  readonly concurrency: number;
  /** True where others wait for a slot: end after a turn. */
  readonly shouldYield: () => boolean;
}

const CLAIM_MAX = 200;
/** Claimed ahead again once no more than this wait: a claim takes as long as some POSTs. */
const CLAIM_BELOW = 150;
/** Other instances' deliveries and retries are found by looking. */
const LOOK_AGAIN_AFTER_MS = 1000;
/** How long an endpoint may go on where others wait for a slot. */
const TURN_MS = 1000;
/** How long to keep the lease when there is nothing to send: bursts come in batches. */
const LINGER_MS = 500;
const LOOK_ROUND_MS = 100;
/** While so much waits to be saved, nothing more is posted. */
const UNSAVED_MAX = 2000;

/**
 * Sends the deliveries of one endpoint while it holds the lease: claims ahead, posts side by side, and has outcomes
 * saved in bulk; none of these waits for the others.
 */
export class EndpointSender implements Saving {
  health: SendingHealth;
  private readonly attempts = outcomeCounter('tributary.delivery.attempts', 'Attempts to deliver a webhook');
  private readonly queue = new LaneQueue();
  private readonly wakeUp = new WakeUpSignal();
  /** Claimed, and their results not yet saved: not to be claimed again. */
  private readonly held = new Set<number>();
  private inFlight = 0;
  private readonly width: PostingWidth;
  private readonly consequences: Consequences;
  /** Outcomes that are on their way into the database. */
  private unsavedCount = 0;
  private claiming = false;
  /** What an outcome means to the endpoint is being written down. */
  private following = false;
  private followAgain = false;
  private mayHaveMore = true;
  private claimedAtMs = Number.NEGATIVE_INFINITY;
  private readonly startedAtMs = performance.now();
  private busyAtMs = performance.now();
  /** Ends in good order: what is under way ends and is saved. */
  private ending = false;
  private interrupted = false;
  private failure: Error | null = null;

  constructor(
    private readonly parts: SenderParts,
    readonly lease: Lease,
    private endpoint: SendableEndpoint,
    health: SendingHealth,
  ) {
    this.health = health;
    this.width = new PostingWidth(parts.concurrency);
    this.consequences = new Consequences(parts.endpoints);
  }

  get userId(): number {
    return this.endpoint.userId;
  }

  /** Resolves when there is nothing more to do for now. @throws what the database failed with. */
  async run(): Promise<void> {
    while (!this.isOver()) {
      // Stopped or cut off for long: whoever has the lease now goes on.
      if (!this.ending && !this.lease.mayPost()) this.end();
      this.startClaim();
      this.startPosts();
      await this.wakeUp.wait(this.isIdle() ? LINGER_MS : LOOK_ROUND_MS);
    }
    if (this.failure !== null) throw this.failure;
  }

  /** There is something new to send. */
  wake(): void {
    this.mayHaveMore = true;
    this.wakeUp.send();
  }

  /** Begins nothing more. */
  end(): void {
    this.ending = true;
    for (const { id } of this.queue.clear()) this.held.delete(id);
    this.wakeUp.send();
  }

  /** What is still under way will be cut off and says nothing about the endpoint. */
  interrupt(): void {
    this.interrupted = true;
    this.end();
  }

  saved(outcomes: readonly Outcome[]): void {
    this.unsavedCount -= outcomes.length;
    for (const { delivery } of outcomes) this.held.delete(delivery.id);
    this.startFollowing();
    if (this.isIdle()) this.wakeUp.send();
  }

  unsaved(outcomes: readonly Outcome[], error: Error): void {
    this.unsavedCount -= outcomes.length;
    this.fail(error);
  }

  private isOver(): boolean {
    if (this.claiming || this.following || !this.isIdle()) return false;
    return this.ending || performance.now() - this.busyAtMs >= LINGER_MS;
  }

  private isIdle(): boolean {
    return this.inFlight === 0 && this.queue.size === 0 && this.unsavedCount === 0;
  }

  private startClaim(): void {
    if (this.claiming || this.ending) return;
    const now = performance.now();
    // Others wait for a slot: after its turn it goes, and what it has not begun stays due.
    if (now - this.startedAtMs >= TURN_MS && this.parts.shouldYield()) return this.end();
    if (this.queue.size > CLAIM_BELOW) return;
    if (!this.mayHaveMore && now - this.claimedAtMs <= LOOK_AGAIN_AFTER_MS) return;
    this.mayHaveMore = false;
    this.claimedAtMs = now;
    this.claiming = true;
    this.inBackground(this.claim(), () => (this.claiming = false));
  }

  private async claim(): Promise<void> {
    const { store } = this.parts;
    const claim = await store.claim(this.lease, [...this.held], this.claimLimit());
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

  /** What was claimed before may not be to be sent any more: all is claimed again. */
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
    while (this.mayPost()) {
      const delivery = this.queue.next();
      if (!delivery) break;
      this.inFlight += 1;
      this.post(delivery);
    }
  }

  private mayPost(): boolean {
    return this.width.allows(this.inFlight) && this.unsavedCount < UNSAVED_MAX && this.lease.mayPost();
  }

  private post(delivery: Delivery): void {
    const { client, clock } = this.parts;
    const startedAtMs = clock.now();
    const { messageId: id, traceparent } = delivery;
    const body = Buffer.from(delivery.body);
    const signature = signatureHeaders(this.endpoint.signingKeys(startedAtMs), { id, body }, startedAtMs);
    void client
      .post({ target: this.endpoint.target, signature, body, traceparent })
      .then((result) => this.posted(delivery, startedAtMs, result))
      .catch((error: unknown) => this.fail(error));
  }

  private posted(delivery: Delivery, startedAtMs: number, result: PostResult): void {
    reachFaultPoint('delivery.posted');
    this.inFlight -= 1;
    this.queue.release(delivery.lane);
    if (!(this.interrupted && result.kind === 'failed')) {
      const endedAtMs = this.parts.clock.now();
      this.width.answered(endedAtMs - startedAtMs);
      this.record(judge(delivery, { result, startedAtMs, endedAtMs }, this.parts.random()));
    }
    this.startPosts();
    const isLow = this.queue.size <= CLAIM_BELOW && this.mayHaveMore && !this.claiming;
    if (isLow || this.inFlight === 0) this.wakeUp.send();
  }

  private record(outcome: Outcome): void {
    this.attempts.add(1, { status: outcome.verdict.status });
    this.health = afterAttempt(this.health, outcome.attemptedAt, outcome.error);
    this.busyAtMs = performance.now();
    this.unsavedCount += 1;
    this.parts.saver.add(this, outcome);
    this.consequences.note(outcome);
    if (outcome.pauseMs !== null || this.consequences.areFinal(this.endpoint, this.health)) this.end();
  }

  /** What was saved may mean something to the endpoint: once at a time, and again for what was saved meanwhile. */
  private startFollowing(): void {
    if (!this.consequences.exist(this.endpoint, this.health)) return;
    if (this.following) {
      this.followAgain = true;
      return;
    }
    this.following = true;
    this.inBackground(this.follow(), () => {
      this.following = false;
      if (this.followAgain) this.startFollowing();
      this.followAgain = false;
    });
  }

  private async follow(): Promise<void> {
    if (await this.consequences.draw(this.endpoint, this.health)) await this.reload();
  }

  private fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error('sending failed', { cause: error });
    this.end();
  }

  /** The loop hears of the end, and of a failure, of what it does not wait for. */
  private inBackground(work: Promise<void>, ended: () => void): void {
    work
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        ended();
        this.wakeUp.send();
      });
  }
}
