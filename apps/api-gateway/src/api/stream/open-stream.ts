import type { ServerResponse } from 'node:http';
import { Access } from '../../identity/access/access';

/** What a reader may leave unread before its stream is cut; it resumes from the last event that it has. */
const UNREAD_BYTES_MAX = 64 * 1024;

/** One reader. Until it begins, what is sent is held. */
export class OpenStream {
  private response: ServerResponse | null = null;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private isStalled = false;
  private isOver = false;

  constructor(readonly access: Access) {}

  /** A reader for whom there was too much to hold ends at once, and connects again. */
  begin(response: ServerResponse, first: Buffer): void {
    this.response = response;
    for (const bytes of [first, ...this.held]) response.write(bytes);
    this.held = [];
    if (this.isOver) response.end();
  }

  /** Never waits: the bytes are shared with other readers, and whoever does not read them is cut. */
  send(bytes: Buffer): void {
    if (this.isOver) return;
    if (this.response === null) return this.hold(bytes);
    if (this.response.writableLength > UNREAD_BYTES_MAX) return this.cut();
    this.response.write(bytes);
  }

  /** The same as `send` for what is sent regularly: a reader that has read nothing since the last time is cut. */
  beat(bytes: Buffer): void {
    const { response } = this;
    if (response === null) return;
    const isUnread = response.writableLength > 0;
    if (isUnread && this.isStalled) return this.cut();
    this.isStalled = isUnread;
    this.send(bytes);
  }

  /** Ends it in order: the reader may connect again. */
  end(): void {
    this.isOver = true;
    this.response?.end();
  }

  private hold(bytes: Buffer): void {
    this.heldBytes += bytes.length;
    if (this.heldBytes > UNREAD_BYTES_MAX) return this.end();
    this.held.push(bytes);
  }

  private cut(): void {
    this.isOver = true;
    this.response?.destroy();
  }
}
