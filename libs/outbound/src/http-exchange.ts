import type { Dispatcher } from 'undici';

/** Header names in lower case, as undici gives them. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly text: string;
}

/** An exchange took too long. */
class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout';

  constructor(timeoutMs: number) {
    super(`no whole answer within ${timeoutMs} ms`);
  }
}

/**
 * One request and its answer, collected as it arrives: a stream and a signal for each of many small answers would cost
 * more than the exchange itself. The time limit includes waiting for a connection.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  /** The part of the answer that arrived. */
  headers: ResponseHeaders = {};
  private status = 0;
  private readonly chunks: Buffer[] = [];
  private controller: Dispatcher.DispatchController | null = null;
  private failure: Error | null = null;
  private readonly timer: NodeJS.Timeout;
  private answered!: (answer: HttpAnswer) => void;
  private failed!: (error: Error) => void;

  constructor(timeoutMs: number) {
    this.timer = setTimeout(() => this.abort(new ExchangeTimeout(timeoutMs)), timeoutMs).unref();
  }

  /** @throws the network's error, or ExchangeTimeout */
  run(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): Promise<HttpAnswer> {
    return new Promise((answered, failed) => {
      this.answered = answered;
      this.failed = failed;
      dispatcher.dispatch(options, this);
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.failure) controller.abort(this.failure);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.timer);
    this.answered({ status: this.status, headers: this.headers, text: textOf(this.chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.timer);
    this.failed(error);
  }

  private abort(error: Error): void {
    this.failure = error;
    this.controller?.abort(error);
    this.failed(error);
  }
}

/** UTF-8, without the mark that some servers put in front. */
function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  const bytes = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return bytes.toString('utf8', hasMark ? 3 : 0);
}
