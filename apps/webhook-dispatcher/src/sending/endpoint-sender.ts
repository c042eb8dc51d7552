import { HeldLease } from '@tributary/jobs';
import { Clock, reachFaultPoint } from '@tributary/messaging';
import { outcomeCounter } from '@tributary/service';
import { afterAttempt, restMs, SendingHealth } from '../endpoints/health/endpoint-health';
import { EndpointRegistry, SendableEndpoint } from '../endpoints/endpoint-registry';
import { Consequences, judge } from './outcomes/consequences';
import { Delivery, Outcome, PostResult } from './delivery';
import { DueDeliveries } from './due-deliveries';
import { LaneQueue } from './lane-queue';
import { OutcomeSaver, Saving } from './outcomes/outcome-saver';
import { PostingWidth } from './http/posting-width';
import { signatureHeaders } from './http/signature';
import { WebhookClient } from './http/webhook-client';

/** The parts that all senders of a process share. */
export interface SenderParts {
  readonly store: DueDeliveries;
  readonly saver: OutcomeSaver;
  readonly endpoints: EndpointRegistry;
  readonly client: WebhookClient;
  readonly clock: Clock;
  readonly random: () => number;
  /** Simultaneous deliveries of one endpoint. */
  readonly concurrency: number;
  /** Returns whether the process is fully busy. */
  readonly isFull: () => boolean;
  /** Returns whether other endpoints wait for a slot; the sender then ends after its turn. */
  readonly shouldYield: () => boolean;
}

const CLAIM_MAX = 200;
/** Claims further deliveries when this number or fewer are waiting: a claim takes as long as several POSTs. */
const CLAIM_BELOW = 150;
/** Larger bodies are not accepted from memory but claimed, which limits the memory that they use. */
const ACCEPTED_LENGTH_MAX = 64 * 1024;
/** Interval of polls for retries and for deliveries of other instances. */
const LOOK_AGAIN_AFTER_MS = 1000;
/** Time for which an endpoint may continue while other endpoints wait for a slot. */
const TURN_MS = 1000;
/** Time for which the lease stays without deliveries, because bursts arrive in batches. */
const LINGER_MS = 500;
const LOOK_ROUND_MS = 100;
/** Maximum number of unsaved results; no POST starts while more wait. */
const UNSAVED_MAX = 2000;

/**
 * Sends the deliveries of one endpoint while it has the lease. It claims deliveries in advance, posts in parallel and
 * has results saved in bulk, each without waiting for the others.
 */
export class EndpointSender implements Saving {
  health: SendingHealth;
  private readonly attempts = outcomeCounter('tributary.delivery.attempts', 'Attempts to deliver a webhook');
  private readonly queue = new LaneQueue();
  private readonly wakeUp = new WakeUpSignal();
  /** Claimed deliveries whose results are not saved yet, so that they must not be claimed again. */
  private readonly claimed = new Set<number>();
  private inFlight = 0;
  private readonly width: PostingWidth;
  private readonly consequences: Consequences;
  /** The number of results that are being saved. */
  private unsavedCount = 0;
  private claiming = false;
  /** Whether the effects on the endpoint are being saved. */
  private following = false;
  private followAgain = false;
  private mayHaveMore = true;
  /** The highest id of the claimed deliveries. */
  private claimedId = 0;
  private claimedAtMs = Number.NEGATIVE_INFINITY;
  private readonly startedAtMs = performance.now();
  private busyAtMs = performance.now();
  /** Whether an orderly stop has begun: running POSTs end and are saved. */
  private ending = false;
  private turnIsOver = false;
  private interrupted = false;
  private failure: Error | null = null;

  constructor(
    private readonly parts: SenderParts,
    readonly lease: HeldLease,
    private endpoint: SendableEndpoint,
    health: SendingHealth,
  ) {
    this.health = health;
    this.width = new PostingWidth(parts.concurrency, parts.isFull);
    this.consequences = new Consequences(parts.endpoints);
  }

  /** Whether it ended to free its slot for others, and may have more to send. */
  get hasEndedItsTurn(): boolean {
    return this.turnIsOver;
  }

  get userId(): number {
    return this.endpoint.userId;
  }

  /**
   * Resolves when there is nothing to do for now.
   * @throws the database's failure
   */
  async run(): Promise<void> {
    while (!this.isOver()) {
      // It was stopped, or had no database for long: another instance may soon have the lease.
      if (!this.ending && !this.lease.isFresh()) this.end();
      this.startClaim();
      this.startPosts();
      await this.wakeUp.wait(this.isIdle() ? LINGER_MS : LOOK_ROUND_MS);
    }
    this.ending = true; // from here on it accepts no deliveries
    if (this.failure !== null) throw this.failure;
  }

  /**
   * Reports new deliveries.
   * @returns false if the sender is ending and will not claim them
   */
  wake(): boolean {
    this.mayHaveMore = true;
    this.wakeUp.send();
    return !this.ending;
  }

  /**
   * Accepts a new delivery as stored, because claiming it would read back what this process has just written. It
   * accepts only if a claim would return exactly this one: all earlier ones were claimed, and the endpoint has not
   * changed. A claim may see a commit before this process is told of it; a delivery that was claimed then is not
   * accepted again. The row stays as after a claim, so a crash changes nothing.
   * @returns whether the delivery is sent; if not, it must be claimed
   */
  accept(endpointVersion: number, delivery: Delivery): boolean {
    if (this.ending || this.claiming || this.mayHaveMore) return false;
    if (endpointVersion !== this.endpoint.version || !this.lease.isFresh()) return false;
    if (delivery.id <= this.claimedId) return false;
    if (this.queue.size >= this.acceptLimit() || delivery.body.length > ACCEPTED_LENGTH_MAX) return false;
    reachFaultPoint('delivery.claimed');
    this.claimed.add(delivery.id);
    this.queue.add([delivery]);
    this.busyAtMs = performance.now();
    this.startPosts();
    return true;
  }

  /** Starts no more POSTs. */
  end(): void {
    this.ending = true;
    for (const { id } of this.queue.clear()) this.claimed.delete(id);
    this.wakeUp.send();
  }

  /**
   * Ends if it only waits for more deliveries.
   * @returns whether it ends
   */
  endIfIdle(): boolean {
    if (this.ending || this.claiming || this.following || this.mayHaveMore || !this.isIdle()) return false;
    this.end();
    return true;
  }

  /** Notes that running POSTs will be aborted, so that their failures do not count against the endpoint. */
  interrupt(): void {
    this.interrupted = true;
    this.end();
  }

  saved(outcomes: readonly Outcome[]): void {
    this.unsavedCount -= outcomes.length;
    for (const { delivery } of outcomes) this.claimed.delete(delivery.id);
    this.startFollowing();
    if (this.isIdle()) this.wakeUp.send();
  }

  unsaved(outcomes: readonly Outcome[], error: Error): void {
    this.unsavedCount -= outcomes.length;
    this.fail(error);
  }

  private isOver(): boolean {
    if (this.claiming || this.following || !this.isIdle()) return false;
    if (this.ending || performance.now() - this.busyAtMs >= LINGER_MS) return true;
    return !this.mayHaveMore && this.parts.shouldYield();
  }

  private isIdle(): boolean {
    return this.inFlight === 0 && this.queue.size === 0 && this.unsavedCount === 0;
  }

  private startClaim(): void {
    if (this.claiming || this.ending) return;
    const now = performance.now();
    // Other endpoints wait for a slot: the sender ends after its turn, and unsent deliveries stay due.
    if (now - this.startedAtMs >= TURN_MS && this.parts.shouldYield()) {
      this.turnIsOver = true;
      return this.end();
    }
    if (this.queue.size > CLAIM_BELOW) return;
    if (!this.mayHaveMore && now - this.claimedAtMs <= LOOK_AGAIN_AFTER_MS) return;
    this.mayHaveMore = false;
    this.claimedAtMs = now;
    this.claiming = true;
    this.inBackground(this.claim(), () => (this.claiming = false));
  }

  private async claim(): Promise<void> {
    const { store } = this.parts;
    const claim = await store.claim(this.lease, [...this.claimed], this.claimLimit());
    if (!claim.enabled) return this.end();
    if (claim.endpointVersion !== this.endpoint.version) return this.changeOver();
    if (this.ending || claim.deliveries.length === 0) return;
    reachFaultPoint('delivery.claimed');
    for (const { id } of claim.deliveries) {
      this.claimed.add(id);
      this.claimedId = Math.max(this.claimedId, id);
    }
    this.queue.add(claim.deliveries);
    // Deliveries that were committed meanwhile have woken the sender.
    if (claim.mayHaveMore) this.mayHaveMore = true;
    this.busyAtMs = performance.now();
  }

  /** Returns how many deliveries to claim; a failing endpoint gets few. */
  private claimLimit(): number {
    const { concurrency } = this.parts;
    return this.health.consecutiveFailures >= concurrency ? concurrency : CLAIM_MAX;
  }

  private acceptLimit(): number {
    return Math.min(this.claimLimit(), CLAIM_BELOW);
  }

  /** Loads the changed endpoint. The change may have discarded claimed deliveries, so they are claimed again. */
  private async changeOver(): Promise<void> {
    for (const { id } of this.queue.clear()) this.claimed.delete(id);
    await this.reload();
    this.mayHaveMore = true;
  }

  private async reload(): Promise<void> {
    const endpoint = await this.parts.endpoints.load(this.lease.id);
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
    return this.width.allows(this.inFlight) && this.unsavedCount < UNSAVED_MAX && this.lease.isFresh();
  }

  private post(delivery: Delivery): void {
    const { client, clock } = this.parts;
    const startedAtMs = clock.now();
    const { messageId: id, traceparent } = delivery;
    const body = Buffer.from(delivery.body);
    const signature = signatureHeaders(this.endpoint.signingKeys(startedAtMs), { id, body }, startedAtMs);
    void client
      .post({
        target: this.endpoint.target,
        signature,
        body,
        traceparent,
        mayGoOn: () => this.lease.holds(),
      })
      .then((result) => this.posted(delivery, startedAtMs, result))
      .catch((error: unknown) => this.fail(error));
  }

  private posted(delivery: Delivery, startedAtMs: number, result: PostResult): void {
    reachFaultPoint('delivery.posted');
    this.inFlight -= 1;
    this.queue.release(delivery.lane);
    const wasInterrupted = this.interrupted || !this.lease.holds();
    if (!(wasInterrupted && result.kind === 'failed')) {
      const endedAtMs = this.parts.clock.now();
      this.width.responded(endedAtMs - startedAtMs);
      this.record(judge(delivery, { result, startedAtMs, endedAtMs }, this.parts.random()));
    }
    this.startPosts();
    const isLow = this.queue.size <= CLAIM_BELOW && this.mayHaveMore && !this.claiming;
    if (isLow || this.inFlight === 0) this.wakeUp.send();
  }

  private record(judged: Outcome): void {
    this.attempts.add(1, { status: judged.verdict.status });
    this.health = afterAttempt(this.health, judged.attemptedAt, judged.error);
    const outcome = { ...judged, pauseMs: judged.pauseMs ?? restMs(this.health) };
    this.busyAtMs = performance.now();
    this.unsavedCount += 1;
    this.parts.saver.add(this, outcome);
    this.consequences.note(outcome);
    if (outcome.pauseMs !== null || this.consequences.areFinal(this.endpoint, this.health)) this.end();
  }

  /**
   * Starts handling the effects of saved results on the endpoint. Results that are saved in the meantime are handled
   * after that.
   */
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

  /** Runs work in the background, and passes its end or failure to the sender's loop. */
  private inBackground(work: Promise<void>, ended: () => void): void {
    work
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        ended();
        this.wakeUp.send();
      });
  }
}

/** Wakes one waiting loop; a signal that is sent while the loop is working ends its next wait. */
class WakeUpSignal {
  private isSent = false;
  private wake: (() => void) | null = null;

  send(): void {
    this.isSent = true;
    this.wake?.();
  }

  /** Resolves at the next signal, or after the time. */
  async wait(ms: number): Promise<void> {
    if (!this.isSent) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.wake = null;
    this.isSent = false;
  }
}
