import type { Socket } from 'node:net';
import { buildConnector, Client, Dispatcher } from 'undici';
import { Posting, Wire } from './posting';

/** What became of the latest attempt to connect. */
class Line implements Wire {
  private socket: Socket | null = null;

  constructor(private readonly open: buildConnector.connector) {}

  get bytesRead(): number {
    return this.socket?.bytesRead ?? 0;
  }

  readonly connect: buildConnector.connector = (target, callback) =>
    this.open(target, (...result) => {
      this.socket = result[1];
      callback(...result);
    });
}

/** Pools wrap handlers, but pass options on as they are. */
export interface PostOptions extends Dispatcher.DispatchOptions {
  readonly posting: Posting;
}

function isOfPosting(options: Dispatcher.DispatchOptions): options is PostOptions {
  return 'posting' in options && options.posting instanceof Posting;
}

/** One connection to an endpoint: each POST learns which one it uses, and what was read from it before. */
export class Connection extends Client {
  private readonly line: Line;

  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector) {
    const line = new Line(connect);
    super(origin, { ...options, connect: line.connect });
    this.line = line;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (isOfPosting(options)) options.posting.goesOver(this.line);
    return super.dispatch(options, handler);
  }
}
