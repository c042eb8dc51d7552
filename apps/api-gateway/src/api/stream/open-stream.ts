import type { ServerResponse } from 'node:http';
import { Access } from '../../identity/access/access';

/** Limit on unread bytes of a reader. Beyond it the stream is closed; the reader resumes from the last event that it has. */
const UNREAD_BYTES_MAX = 64 * 1024;

/** The stream of one reader. Bytes that are sent before the reader begins are buffered. */
export class OpenStream {
  private response: ServerResponse | null = null;
  private buffered: Buffer[] = [];
  private heldBytes = 0;
  private isStalled = false;
  private isOver = false;

  constructor(readonly access: Access) {}

  /** Writes the buffered bytes. A reader whose buffer overflowed ends at once, and connects again. */
  begin(response: ServerResponse, first: Buffer): void {
    this.response = response;
    for (const bytes of [first, ...this.buffered]) response.write(bytes);
    this.buffered = [];
    if (this.isOver) response.end();
  }

  /** Sends bytes without waiting: they are shared with other readers, and a reader that does not read them is disconnected. */
  send(bytes: Buffer): void {
    if (this.isOver) return;
    if (this.response === null) return this.hold(bytes);
    if (this.response.writableLength > UNREAD_BYTES_MAX) return this.cut();
    this.response.write(bytes);
  }

  /** Sends a heartbeat: a reader that has read nothing since the last one is disconnected. */
  beat(bytes: Buffer): void {
    const { response } = this;
    if (response === null) return;
    const isUnread = response.writableLength > 0;
    if (isUnread && this.isStalled) return this.cut();
    this.isStalled = isUnread;
    this.send(bytes);
  }

  /** Ends the stream in order: the reader may connect again. */
  end(): void {
    this.isOver = true;
    this.response?.end();
  }

  private hold(bytes: Buffer): void {
    this.heldBytes += bytes.length;
    if (this.heldBytes > UNREAD_BYTES_MAX) return this.end();
    this.buffered.push(bytes);
  }

  private cut(): void {
    this.isOver = true;
    this.response?.destroy();
  }
}
