import { once } from 'node:events';
import { MessagePort, parentPort } from 'node:worker_threads';
import { StatementProblem } from '../formats/statement-problem';
import { ChosenReading, DetectedFile, FromWorker, KnownReading, ReadEntry, ToWorker } from './file-reading';
import { parseFile, ParsingPeer } from './parse-file';

/** A thread that parses one file. It requests each piece, and parses one batch ahead of the stored ones. */
async function main(port: MessagePort): Promise<void> {
  const begun = await receive(port, 'begin');
  const peer = new PeerBehind(port);
  try {
    const { accounts, sample, digest } = await parseFile(begun.fileName, begun.how, peer);
    await peer.allStored();
    send(port, { kind: 'end', accounts, sample, digest });
  } catch (error) {
    if (error instanceof StatementProblem) send(port, { kind: 'refused', reason: error.message });
    else
      send(port, {
        kind: 'failed',
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      });
  }
}

/**
 * The service as the thread's peer. It replies to one message at a time, so each message waits for the previous reply.
 */
class PeerBehind implements ParsingPeer {
  private storing: Promise<unknown> = Promise.resolve();

  constructor(private readonly port: MessagePort) {}

  async pull(): Promise<Uint8Array | null> {
    await this.storing;
    send(this.port, { kind: 'pull' });
    return (await receive(this.port, 'piece')).bytes;
  }

  async known(detected: DetectedFile): Promise<KnownReading | null> {
    send(this.port, { kind: 'detected', detected });
    return (await receive(this.port, 'known')).how;
  }

  async chosen(how: ChosenReading): Promise<void> {
    send(this.port, { kind: 'chosen', how });
    await receive(this.port, 'stored');
  }

  /** Returns immediately: the next batch is parsed while this one is stored. */
  async store(entries: readonly ReadEntry[]): Promise<void> {
    await this.storing;
    send(this.port, { kind: 'entries', entries });
    this.storing = receive(this.port, 'stored');
  }

  async allStored(): Promise<void> {
    await this.storing;
  }
}

function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(message);
}

async function receive<Kind extends ToWorker['kind']>(
  port: MessagePort,
  kind: Kind,
): Promise<Extract<ToWorker, { kind: Kind }>> {
  const [message] = (await once(port, 'message')) as [ToWorker];
  if (message.kind !== kind) throw new Error(`${message.kind} came where ${kind} was due`);
  return message as Extract<ToWorker, { kind: Kind }>;
}

// Broken rows cause errors, also within csv-parse; their unused stacks would take half of the time.
Error.stackTraceLimit = 0;

if (!parentPort) throw new Error('this program is a worker thread of ingestion-sync');
void main(parentPort);
