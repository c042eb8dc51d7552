import { request, type IncomingMessage, type ClientRequest } from 'node:http';

/** An event as `EventSource` hands it out. */
interface ReceivedStreamEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of the stream, which may stop reading. */
export class EventReader {
  readonly events: ReceivedStreamEvent[] = [];
  /** From where it would resume. */
  lastEventId = '';
  isEnded = false;
  private rest = '';

  private constructor(
    private readonly asked: ClientRequest,
    private readonly response: IncomingMessage,
  ) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.take(text));
    for (const end of ['end', 'error', 'close']) response.on(end, () => (this.isEnded = true));
  }

  static open(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const asked = request(`${url}/api/v1/stream`, { headers: { accept: 'text/event-stream', ...headers } });
      asked.on('error', reject);
      asked.on('response', (response) => {
        if (response.statusCode === 200) return resolve(new EventReader(asked, response));
        response.resume();
        reject(new Error(`the stream answered ${response.statusCode}`));
      });
      asked.end();
    });
  }

  get headers(): IncomingMessage['headers'] {
    return this.response.headers;
  }

  /** The ids of a resource, in the order in which they came. */
  idsOf(resource: string): string[] {
    return this.events.flatMap(({ data }) =>
      data['resource'] === resource ? (data['ids'] as string[]) : [],
    );
  }

  stopReading(): void {
    this.response.pause();
  }

  readOn(): void {
    this.response.resume();
  }

  close(): void {
    this.asked.destroy();
    this.isEnded = true;
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.takeBlock(block);
  }

  private takeBlock(block: string): void {
    const fields = new Map(
      block
        .split('\n')
        .map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()] as const),
    );
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const [event, data] = [fields.get('event'), fields.get('data')];
    if (event !== undefined && data !== undefined) {
      this.events.push({ event, data: JSON.parse(data) as ReceivedStreamEvent['data'] });
    }
  }
}
