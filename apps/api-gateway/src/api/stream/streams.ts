import type { EventEmitter } from 'node:events';
import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { groupBy } from '@tributary/contracts';
import { RateLimitedError } from '@tributary/http';
import { Database, outsideRequests, RequestOverError } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { HeldAccesses } from '../../identity/access/held-accesses';
import { ModelChange } from '../../model/model-changes';
import { CHANGES_CHANNEL } from '../../model/stores/model-changes.store';
import { ChangesSince, readChangesSince, readPosition } from './changes.store';
import { OpenStream } from './open-stream';
import { Position, positionOf, eventIdOf } from './position';
import { changedEvents, isReset } from './shown-changes';

/** Changes are normally read at their commit; this interval serves lost notifications, and accesses that end. */
const CHECK_MS = 1000;
const HEARTBEAT_MS = 20_000;
/** Limit of one read; beyond it clients read everything again. */
const CHANGES_MAX = 5000;
const RESUMED_CHANGES_MAX = 1000;
/** Shorter than the retention of changes, by more than any transaction takes. */
export const RESUMABLE_MS = 5 * 60_000;
const RETRY_MS = 1000;
const RETRY_AFTER_S = 30;

/** A stream that waits for the next read, and gets everything from the position of that read on. */
interface Joining {
  readonly stream: OpenStream;
  readonly joined: (position: Position) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The open streams of this gateway. Changes of the query model are read once for all of them, at most one read at a
 * time, and written to each without waiting for it.
 */
@Injectable()
export class Streams {
  private readonly byUser = new Map<number, Set<OpenStream>>();
  /** Number of streams by the user whose limit counts them: see `ownerOf`. */
  private readonly byOwner = new Map<number, number>();
  private stopListening: () => void = () => undefined;
  private joining: Joining[] = [];
  private count = 0;
  /** Position up to which all changes were sent. Null while no stream is open. */
  private position: Position | null = null;
  private pumping = Promise.resolve();
  private isPumping = false;
  private isWoken = false;
  private isStopping = false;
  private timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(HeldAccesses) private readonly accesses: HeldAccesses,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {}

  /**
   * Opens a stream from the last event of the client, or from now on. @param client closes when the client is gone
   * @returns the stream and its first bytes
   * @throws RateLimitedError over the limit of the user, or of the app's owner
   */
  async open(
    access: Access,
    lastEventId: string | null,
    client: EventEmitter,
  ): Promise<{ stream: OpenStream; first: Buffer }> {
    this.requireRoom(access);
    const stream = new OpenStream(access);
    this.add(stream);
    client.once('close', () => this.leave(stream));
    try {
      const position = await this.join(stream);
      const beginning = beginningText(position, Math.round(RETRY_MS * (1 + Math.random())));
      if (lastEventId === null) return { stream, first: beginning };
      return { stream, first: Buffer.concat([beginning, await this.missed(access, lastEventId, position)]) };
    } catch (error) {
      this.leave(stream);
      throw error;
    }
  }

  /** Removes a stream whose client is gone, or gets no more. */
  leave(stream: OpenStream): void {
    const { userId } = stream.access;
    const gone = this.joining.find((one) => one.stream === stream);
    this.joining = this.joining.filter((one) => one !== gone);
    gone?.failed(new RequestOverError());
    const ofUser = this.byUser.get(userId);
    if (!ofUser?.delete(stream)) return;
    if (ofUser.size === 0) this.byUser.delete(userId);
    this.count -= 1;
    this.countOwner(stream, -1);
    stream.end();
    if (this.count === 0) this.stopTimers();
  }

  /** Ends the streams before the HTTP server closes, which would wait for them. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    for (const stream of this.all()) this.leave(stream);
    this.stopTimers();
    await this.pumping;
  }

  private requireRoom(access: Access): void {
    const { streams, ownerStreams, allStreams } = this.config.caps;
    if (this.isStopping || this.count >= allStreams) {
      throw new ServiceUnavailableException({
        message: 'Too many streams are open. Please try again later.',
      });
    }
    const ofUser = this.byUser.get(access.userId)?.size ?? 0;
    const ofOwner = this.byOwner.get(ownerOf(access)) ?? 0;
    if (ofUser >= streams || ofOwner >= ownerStreams) throw new RateLimitedError(RETRY_AFTER_S);
  }

  private add(stream: OpenStream): void {
    const { userId } = stream.access;
    const ofUser = this.byUser.get(userId) ?? new Set();
    this.byUser.set(userId, ofUser.add(stream));
    this.count += 1;
    this.countOwner(stream, 1);
    if (this.timers.length === 0) this.begin();
  }

  private countOwner({ access }: OpenStream, difference: 1 | -1): void {
    const owner = ownerOf(access);
    const count = (this.byOwner.get(owner) ?? 0) + difference;
    if (count > 0) this.byOwner.set(owner, count);
    else this.byOwner.delete(owner);
  }

  private begin(): void {
    this.stopListening = this.database.signals.on(CHANGES_CHANNEL, () => this.wake());
    this.timers = [setInterval(() => this.check(), CHECK_MS), setInterval(() => this.beat(), HEARTBEAT_MS)];
  }

  private stopTimers(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    this.stopListening();
    // A stream that opens later begins at its own position; a running read drops this position at its end.
    if (!this.isPumping) this.position = null;
  }

  /** A stream gets all changes after the position that it joins at: it is among the readers of the very next read. */
  private join(stream: OpenStream): Promise<Position> {
    return new Promise((joined, failed) => {
      this.joining.push({ stream, joined, failed });
      this.wake();
    });
  }

  /** Changes since the last event that the client has. */
  private async missed(access: Access, lastEventId: string, present: Position): Promise<Buffer> {
    const from = positionOf(lastEventId);
    if (!from || present.atMs - from.atMs > RESUMABLE_MS) return resetText(present);
    const read = await readChangesSince(this.database, from, [access.userId], RESUMED_CHANGES_MAX);
    if (read.isIncomplete) return resetText(read.position);
    return changesText(read.changes, access, read.position) ?? heartbeatText(read.position);
  }

  private wake(): void {
    this.isWoken = true;
    if (this.isPumping) return;
    this.isPumping = true;
    this.pumping = outsideRequests(() => this.pump());
  }

  /** A failed read is repeated by the next check, from the same position. */
  private async pump(): Promise<void> {
    while (this.isWoken && this.count > 0) {
      this.isWoken = false;
      try {
        await this.readOnce();
      } catch (error) {
        this.logger.failure('changes for the streams could not be read', error);
      }
    }
    if (this.count === 0) this.position = null;
    this.isPumping = false;
  }

  private async readOnce(): Promise<void> {
    const { joining } = this;
    this.joining = [];
    try {
      const from = (this.position ??= await readPosition(this.database));
      const readers = [...this.byUser.keys()];
      const read = await readChangesSince(this.database, from, readers, CHANGES_MAX);
      this.position = read.position;
      for (const { joined } of joining) joined(read.position);
      if (read.isIncomplete) this.sendAll(resetText(read.position));
      else this.deliver(read);
    } catch (error) {
      for (const { failed } of joining) failed(error);
      throw error;
    }
  }

  private deliver({ changes, position }: ChangesSince): void {
    const changesOf = groupBy(changes, ({ user_id: userId }) => userId);
    const ofAll = changesOf.get(null) ?? [];
    for (const [userId, streams] of this.byUser) {
      const seen = [...ofAll, ...(changesOf.get(userId) ?? [])];
      if (seen.length > 0) sendTo(streams, seen, position);
    }
  }

  private check(): void {
    this.wake();
    void outsideRequests(() => this.endOver()).catch((error: unknown) =>
      this.logger.failure('whether streams may go on could not be checked', error),
    );
  }

  /**
   * Ends the streams whose session or token has ended, or may see other scopes or accounts than at the stream's begin.
   */
  private async endOver(): Promise<void> {
    const streams = this.all();
    if (streams.length === 0) return;
    const held = await this.accesses.among(streams.map(({ access }) => access));
    for (const stream of streams) if (!held.has(stream.access)) this.leave(stream);
  }

  private beat(): void {
    if (this.position === null) return;
    const text = heartbeatText(this.position);
    for (const stream of this.all()) stream.beat(text);
  }

  private sendAll(text: Buffer): void {
    for (const stream of this.all()) stream.send(text);
  }

  private all(): OpenStream[] {
    return [...this.byUser.values()].flatMap((streams) => [...streams]);
  }
}

/** Returns the user whose limit counts a stream: for all users of an app the owner of the app, otherwise the user. */
function ownerOf({ userId, appOwnerId }: Access): number {
  return appOwnerId ?? userId;
}

/** Sends changes to the streams of a user. A text is written once for all streams with the same extent. */
function sendTo(streams: ReadonlySet<OpenStream>, changes: readonly ModelChange[], position: Position): void {
  const texts = new Map<string, Buffer | null>();
  for (const stream of streams) {
    const { access } = stream;
    let text = texts.get(access.extent);
    if (text === undefined) texts.set(access.extent, (text = changesText(changes, access, position)));
    if (text) stream.send(text);
  }
}

/**
 * The changes as the stream's text; null if the access may know of none. The last event carries the position: a client
 * that has read only a part of them resumes before them.
 */
function changesText(changes: readonly ModelChange[], access: Access, position: Position): Buffer | null {
  if (isReset(changes)) return resetText(position);
  const events = changedEvents(changes, access);
  if (events.length === 0) return null;
  const blocks = events.map((event) => `event: changed\ndata: ${JSON.stringify(event)}\n`);
  return Buffer.from(`${blocks.join('\n')}id: ${eventIdOf(position)}\n\n`);
}

/** The event that lets clients read everything again. */
function resetText(position: Position): Buffer {
  return Buffer.from(`event: reset\ndata: {}\nid: ${eventIdOf(position)}\n\n`);
}

/** A comment with the client's position, which shows that the stream is alive. It is no event. */
function heartbeatText(position: Position): Buffer {
  return Buffer.from(`:\nid: ${eventIdOf(position)}\n\n`);
}

/**
 * The first lines of a stream. @param retryMs pause before the client connects again; it differs between clients, so
 * that they do not all come at once
 */
function beginningText(position: Position, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${eventIdOf(position)}\n\n`);
}
