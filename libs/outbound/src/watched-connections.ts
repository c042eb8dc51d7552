import type { Socket } from 'node:net';
import { Agent, buildConnector, Client, Dispatcher, Pool } from 'undici';
import { boundedAgent } from './bounded-clients';

/** The connection of a request. */
export interface Wire {
  /** Bytes on its present socket, also of responses to earlier requests. */
  readonly bytesRead: number;
}

/** Is notified of the connection of a request, before the request is written to it. */
export interface WireWatcher {
  goesOver(wire: Wire): void;
}

/** Pools wrap a request's handler, but pass its options on as they are. */
export interface WatchedRequest extends Dispatcher.DispatchOptions {
  readonly watcher: WireWatcher;
}

type Options = Parameters<typeof boundedAgent>[0] & { readonly connect: buildConnector.connector };

/** An agent whose requests (`WatchedRequest`) learn their connections. */
export function watchedAgent(options: Options): Agent {
  const { connect } = options;
  return boundedAgent({
    ...options,
    factory: (origin, options: Client.Options) =>
      new Pool(origin, {
        ...options,
        factory: (to, its: Client.Options) => new Connection(to, its, connect),
      }),
  });
}

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

class Connection extends Client {
  private readonly line: Line;

  constructor(origin: URL, options: Client.Options, connect: buildConnector.connector) {
    const line = new Line(connect);
    super(origin, { ...options, connect: line.connect });
    this.line = line;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (isWatched(options)) options.watcher.goesOver(this.line);
    return super.dispatch(options, handler);
  }
}

function isWatched(options: Dispatcher.DispatchOptions): options is WatchedRequest {
  return 'watcher' in options;
}
