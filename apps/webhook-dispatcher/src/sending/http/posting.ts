import type { Wire, WireWatcher } from '@tributary/outbound';
import { Dispatcher } from 'undici';
import { PostResult } from '../delivery';
import { isBrokenConnection, postFailureOf } from './post-failure';

/** The most bytes of a response's body that are read, so that the connection can be reused. Only the status matters. */
export const RESPONSE_BYTES_MAX = 64 * 1024;
/**
 * The most bytes of a response on the wire: interim responses and chunk headers have no other limit, and cost time as
 * they arrive.
 */
const WIRE_BYTES_MAX = 1024 * 1024;

/** The reason for closing the connection: the response exceeded a limit. */
class CutOffError extends Error {
  override readonly name = 'AbortError';
}

/** The reason for closing the connection: the received bytes contain no response. */
class NotHttpError extends Error {
  override readonly name = 'NotHttpError';
}

/** A running POST. It collects its result and resolves once. */
export class Posting implements Dispatcher.DispatchHandler, WireWatcher {
  private wire: Wire | null = null;
  /** Bytes of earlier responses on the same connection. */
  private earlierBytes = 0;
  private isRepeated = false;
  private controller: Dispatcher.DispatchController | null = null;
  private status = 0;
  private retryAfter: string | null = null;
  private bytes = 0;
  private isResolved = false;

  /** @param repeat sends the message again over a new connection */
  constructor(
    private readonly resolve: (result: PostResult) => void,
    private readonly repeat: () => void,
    private readonly mayGoOn: () => boolean = () => true,
  ) {}

  goesOver(wire: Wire): void {
    this.wire = wire;
  }

  get isBeyondBounds(): boolean {
    return this.isTooLong || !this.mayGoOn();
  }

  private get isTooLong(): boolean {
    return this.wire !== null && this.wire.bytesRead - this.earlierBytes > WIRE_BYTES_MAX;
  }

  /**
   * Stops the POST because the time is over (even without a connection), the response is too large, or sending must
   * stop.
   */
  cutOff(): void {
    const error = this.isTooLong
      ? new NotHttpError('more than an answer has come')
      : new CutOffError('the time for the answer is over');
    if (this.controller) this.controller.abort(error);
    this.onResponseError(null, error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.earlierBytes = this.wire?.bytesRead ?? 0;
    if (this.isResolved) controller.abort(new CutOffError('the time for the answer is over'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return; // an interim response
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > RESPONSE_BYTES_MAX) controller.abort(new CutOffError('the answer is too long'));
  }

  onResponseEnd(): void {
    this.end({ kind: 'responded', status: this.status, retryAfter: this.retryAfter });
  }

  /**
   * Reports an error of the response. After the status has arrived, the status counts, however the rest of the response
   * ends.
   */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.status > 0) this.onResponseEnd();
    else if (this.wasTooLate(error)) this.sendAgain();
    else this.end({ kind: 'failed', failure: postFailureOf(error) });
  }

  /**
   * Returns whether the endpoint closed an idle connection while the POST was written to it, without a single response
   * byte. Most likely the endpoint did not read the POST, so the failure does not count against it (RFC 9110, 9.2.2;
   * RFC 9112, 9.3.1). If the endpoint did read it, the delivery arrives twice under the same id, which "at least once"
   * allows.
   */
  private wasTooLate(error: Error): boolean {
    const isUnanswered = this.earlierBytes > 0 && this.wire?.bytesRead === this.earlierBytes;
    return !this.isResolved && !this.isRepeated && isUnanswered && isBrokenConnection(error);
  }

  private sendAgain(): void {
    this.isRepeated = true;
    this.controller = null;
    this.repeat();
  }

  private end(result: PostResult): void {
    if (this.isResolved) return;
    this.isResolved = true;
    this.resolve(result);
  }
}
