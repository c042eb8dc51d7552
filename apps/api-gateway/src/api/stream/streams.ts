import type { EventEmitter } from 'node:events';
import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { groupBy } from '@tributary/contracts';
import { RateLimitedError } from '@tributary/http';
import { Database, outsideRequests, RequestOverError } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import type { Access } from '../../identity/access/access';
import { HeldAccesses } from '../../identity/access/held-accesses';
import { CHANGES_CHANNEL, ModelChange } from '../../model/model-changes';
import { ChangesSince, readChangesSince, readPosition } from './changes.reader';
import { OpenStream } from './open-stream';
import { Position, positionOf, eventIdOf } from './position';
import { changedEvents, isReset } from './shown-changes';

/** Changes are normally read at their commit; this is for a notification that was lost, and for accesses that end. */
const CHECK_MS = 1000;
const HEARTBEAT_MS = 20_000;
/** Of one read; where there are more, clients read everything again. */
const CHANGES_MAX = 5000;
const RESUMED_CHANGES_MAX = 1000;
/** Below the time for which changes are kept, by more than any transaction takes. */
export const RESUMABLE_MS = 5 * 60_000;
const RETRY_MS = 1000;
const RETRY_AFTER_S = 30;

/** A stream that waits for the next read, from whose position on it gets everything. */
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
  /** The number of streams by whoever answers for them: see `ownerOf`. */
  private readonly byOwner = new Map<number, number>();
  private stopListening: () => void = () => undefined;
  private joining: Joining[] = [];
  private count = 0;
  /** Everything before it was sent. Null while no stream is open. */
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
   * Opens a stream from the event that the client has, or from now on.
   *
   * @param client closes when the client is gone
   * @returns the stream, and what it begins with @throws RateLimitedError over the limit of the user, or of the app's owner
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

  /** The client is gone, or gets no more. */
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
    if (this.count === 0) this.rest();
  }

  /** Before the HTTP server closes, which would wait for them. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    for (const stream of this.all()) this.leave(stream);
    this.rest();
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

  private rest(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.timers = [];
    this.stopListening();
    // A stream that opens later begins at its own position; a read that is under way forgets it at its end.
    if (!this.isPumping) this.position = null;
  }

  /** A stream gets all changes after the position that it joins at: it is among the readers of the very next read. */
  private join(stream: OpenStream): Promise<Position> {
    return new Promise((joined, failed) => {
      this.joining.push({ stream, joined, failed });
      this.wake();
    });
  }

  /** What happened since the event that the client has. */
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

  /** Ends the streams whose session or token has ended, or may do something else by now. */
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

/** Whoever answers for a stream: the owner of the app that opened it, for all of its users; else the user. */
function ownerOf({ userId, appOwnerId }: Access): number {
  return appOwnerId ?? userId;
}

/** Each text is written once, and shared by the streams that may see the same. */
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

/** Everything may have changed. */
function resetText(position: Position): Buffer {
  return Buffer.from(`event: reset\ndata: {}\nid: ${eventIdOf(position)}\n\n`);
}

/** Where the client is, and that the stream lives. It is no event. */
function heartbeatText(position: Position): Buffer {
  return Buffer.from(`:\nid: ${eventIdOf(position)}\n\n`);
}

/** After how long the client connects again. @param retryMs differs between clients, which do not all come at once */
function beginningText(position: Position, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${eventIdOf(position)}\n\n`);
}
