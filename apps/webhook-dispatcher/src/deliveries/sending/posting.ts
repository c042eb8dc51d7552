import { Dispatcher } from 'undici';
import { PostResult } from './delivery';
import { postFailureOf } from './post-failure';

/** The status decides; at most so much of an answer is read, to keep the connection. */
export const ANSWER_BYTES_MAX = 64 * 1024;

/** Why we closed the connection. */
class CutOffError extends Error {
  override readonly name = 'AbortError';
}

/** One running POST: collects its result, and settles once. */
export class Posting implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private status = 0;
  private retryAfter: string | null = null;
  private bytes = 0;
  private isResolved = false;

  constructor(private readonly resolve: (result: PostResult) => void) {}

  /** The time is over, even if there is no connection yet. */
  cutOff(): void {
    const error = new CutOffError('the time for the answer is over');
    if (this.controller) this.controller.abort(error);
    this.onResponseError(null, error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.isResolved) controller.abort(new CutOffError('the time for the answer is over'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return; // an interim answer
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.bytes > ANSWER_BYTES_MAX) controller.abort(new CutOffError('the answer is too long'));
  }

  onResponseEnd(): void {
    this.end({ kind: 'answered', status: this.status, retryAfter: this.retryAfter });
  }

  /** Once the status has arrived, it counts, however the rest of the answer ends. */
  onResponseError(_controller: unknown, error: Error): void {
    if (this.status > 0) this.onResponseEnd();
    else this.end({ kind: 'failed', failure: postFailureOf(error) });
  }

  private end(result: PostResult): void {
    if (this.isResolved) return;
    this.isResolved = true;
    this.resolve(result);
  }
}
