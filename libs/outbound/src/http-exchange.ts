import type { Dispatcher } from 'undici';
import { textOf } from './json/utf8-text';
import type { WatchedRequest, Wire, WireWatcher } from './watched-connections';

/** Header names in lower case, as undici gives them. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly text: string;
}

/** An answer that is not text yet. */
export interface HttpBytes extends Omit<HttpAnswer, 'text'> {
  readonly bytes: Buffer;
}

/** An answer as it arrived, in pieces: whoever reads it in another thread hands them over without a copy. */
export interface HttpPieces extends Omit<HttpAnswer, 'text'> {
  /** Where there are several, each has its memory for itself. */
  readonly pieces: readonly Buffer[];
}

/** Lets answers that become large go on one after the other. */
export interface LargeAnswers {
  /** An answer that is longer waits for `admit`; its server waits with it, and its time goes on. */
  readonly fromBytes: number;
  admit(): Promise<void>;
}

/** An exchange took too long. */
class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout';

  constructor(timeoutMs: number) {
    super(`no whole answer within ${timeoutMs} ms`);
  }
}

/** Much more came than an answer has around it: interim answers, or parts of chunks, which nobody else counts. */
export class EndlessAnswerError extends Error {
  override readonly name = 'EndlessAnswerError';
}

const LOOK_EVERY_MS = 100;
/** Of heads, trailers, interim answers and sizes of chunks, beyond what the answer itself has: chunks may be small, not tiny. */
const AROUND_BYTES_MAX = 1024 * 1024;

/**
 * One request and its answer, collected as it arrives: a stream and a signal for each of many small answers would cost
 * more than the exchange itself. The time limit includes waiting for a connection.
 */
export class HttpExchange implements Dispatcher.DispatchHandler, WireWatcher {
  /** The part of the answer that arrived. */
  headers: ResponseHeaders = {};
  private status = 0;
  private readonly bytes = new ReceivedBytes();
  private isAdmitted = false;
  private controller: Dispatcher.DispatchController | null = null;
  private failure: Error | null = null;
  private wire: Wire | null = null;
  /** Of earlier answers on the same connection. */
  private earlierBytes = 0;
  private readonly timer: NodeJS.Timeout;
  private readonly looking = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  private answered!: (answer: HttpPieces) => void;
  private failed!: (error: Error) => void;

  constructor(
    timeoutMs: number,
    private readonly large: LargeAnswers | null = null,
  ) {
    this.timer = setTimeout(() => this.abort(new ExchangeTimeout(timeoutMs)), timeoutMs).unref();
  }

  /** @throws the network's error, or ExchangeTimeout */
  async run(dispatcher: Dispatcher, options: RequestOptions): Promise<HttpAnswer> {
    const { bytes, status, headers } = await this.collect(dispatcher, options);
    return { status, headers, text: textOf(bytes) };
  }

  /** @throws the network's error, or ExchangeTimeout */
  async collect(dispatcher: Dispatcher, options: RequestOptions): Promise<HttpBytes> {
    const { pieces, status, headers } = await this.gather(dispatcher, options);
    return { status, headers, bytes: wholeOf(pieces) };
  }

  /** @throws the network's error, or ExchangeTimeout */
  gather(dispatcher: Dispatcher, options: RequestOptions): Promise<HttpPieces> {
    const request: WatchedRequest = { ...options, watcher: this };
    return new Promise((answered, failed) => {
      this.answered = answered;
      this.failed = failed;
      dispatcher.dispatch(request, this);
    });
  }

  goesOver(wire: Wire): void {
    this.wire = wire;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    this.earlierBytes = this.wire?.bytesRead ?? 0;
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

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.bytes.add(chunk);
    if (!this.large || this.isAdmitted || this.bytes.length <= this.large.fromBytes) return;
    this.isAdmitted = true;
    controller.pause();
    this.large.admit().then(
      () => controller.resume(),
      (error: Error) => this.abort(error),
    );
  }

  onResponseEnd(): void {
    this.stopLooking();
    this.answered({ status: this.status, headers: this.headers, pieces: this.bytes.pieces() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.stopLooking();
    this.failed(error);
  }

  private look(): void {
    if (!this.controller || !this.wire) return;
    const around = this.wire.bytesRead - this.earlierBytes - this.bytes.length;
    if (around > AROUND_BYTES_MAX + this.bytes.length)
      this.abort(new EndlessAnswerError('much more came than an answer'));
  }

  private stopLooking(): void {
    clearTimeout(this.timer);
    clearInterval(this.looking);
  }

  private abort(error: Error): void {
    this.stopLooking();
    this.failure = error;
    this.controller?.abort(error);
    this.failed(error);
  }
}

export function wholeOf(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first ? first : Buffer.concat(pieces);
}

type RequestOptions = Omit<WatchedRequest, 'watcher'>;

const BLOCK_BYTES = 64 * 1024;

/**
 * What arrived of an answer. Chunks are put together in blocks: a server that sends single bytes would else cost a hundred
 * times the memory of its answer. Most answers are one chunk, which stays as it is.
 */
class ReceivedBytes {
  length = 0;
  private first: Buffer | null = null;
  private readonly blocks: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = 0;

  add(chunk: Buffer): void {
    const isFirst = this.length === 0;
    this.length += chunk.length;
    if (isFirst) {
      this.first = chunk;
      return;
    }
    if (this.first) this.copy(this.first);
    this.first = null;
    this.copy(chunk);
  }

  pieces(): Buffer[] {
    if (this.first) return [this.first];
    return this.blocks.map((block) => (block === this.block ? block.subarray(0, this.used) : block));
  }

  private copy(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.used === this.block.length) {
        this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
        this.blocks.push(this.block);
        this.used = 0;
      }
      const copied = chunk.copy(this.block, this.used, at);
      this.used += copied;
      at += copied;
    }
  }
}
