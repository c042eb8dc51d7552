import type { Dispatcher } from 'undici';
import { textOf } from './json/utf8-text';
import type { WatchedRequest, Wire, WireWatcher } from './watched-connections';

/** Headers of a response; undici gives their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface HttpAnswer {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly text: string;
}

/** A response whose body is not decoded to text. */
export interface HttpBytes extends Omit<HttpAnswer, 'text'> {
  readonly bytes: Buffer;
}

/** A response as it arrived, in pieces, which can be transferred to another thread without a copy. */
export interface HttpPieces extends Omit<HttpAnswer, 'text'> {
  /** The response in the pieces that arrived. If there are several pieces, each has its own memory. */
  readonly pieces: readonly Buffer[];
}

/** Lets responses that become large continue one after the other. */
export interface LargeAnswers {
  /** A longer response waits for `admit`; its server waits with it, and its time limit continues. */
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

/** Much more arrived than surrounds a response: interim responses, or parts of chunks, which nothing else counts. */
export class EndlessAnswerError extends Error {
  override readonly name = 'EndlessAnswerError';
}

const LOOK_EVERY_MS = 100;
/**
 * Maximum of heads, trailers, interim responses and sizes of chunks, beyond the size of the body: chunks may be small,
 * not tiny.
 */
const AROUND_BYTES_MAX = 1024 * 1024;

/**
 * A request and its response, collected as it arrives: a stream and a signal for each of many small responses would
 * cost more than the exchange itself. The time limit includes waiting for a connection.
 */
export class HttpExchange implements Dispatcher.DispatchHandler, WireWatcher {
  /** Headers of the response, as far as it arrived. */
  headers: ResponseHeaders = {};
  private status = 0;
  private readonly bytes = new ReceivedBytes();
  private isAdmitted = false;
  private controller: Dispatcher.DispatchController | null = null;
  private failure: Error | null = null;
  private wire: Wire | null = null;
  /** Bytes of earlier responses on the same connection. */
  private earlierBytes = 0;
  private readonly timer: NodeJS.Timeout;
  private readonly looking = setInterval(() => this.checkSize(), LOOK_EVERY_MS).unref();
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

  private checkSize(): void {
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
 * Collects the bytes of a response. Chunks are copied into blocks: a server that sends single bytes would otherwise
 * cost a hundred times the memory of its response. Most responses are one chunk, which is not copied.
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
