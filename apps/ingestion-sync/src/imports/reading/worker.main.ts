import { FileCsvReading } from '@tributary/contracts';
import { once } from 'node:events';
import { MessagePort, parentPort } from 'node:worker_threads';
import { StatementProblem } from '../formats/statement-problem';
import { FromWorker, ToWorker } from './file-reading';
import { parseFile, ParsingPeer } from './parse-file';

/** A thread that parses one file. It asks for each piece, and waits until its entries are stored. */
async function main(port: MessagePort): Promise<void> {
  const begun = await receive(port, 'begin');
  try {
    const { accounts, sample } = await parseFile(begun.fileName, begun.csv, peerBehind(port));
    send(port, { kind: 'end', accounts, sample });
  } catch (error) {
    if (error instanceof StatementProblem) send(port, { kind: 'refused', reason: error.message });
    else
      send(port, {
        kind: 'failed',
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      });
  }
}

function peerBehind(port: MessagePort): ParsingPeer {
  return {
    async pull(): Promise<Uint8Array | null> {
      send(port, { kind: 'pull' });
      return (await receive(port, 'piece')).bytes;
    },
    async choose(detected): Promise<FileCsvReading | null> {
      send(port, { kind: 'detected', detected });
      return (await receive(port, 'csv')).csv;
    },
    async store(entries): Promise<void> {
      send(port, { kind: 'entries', entries });
      await receive(port, 'stored');
    },
  };
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

if (!parentPort) throw new Error('this program is a worker thread of ingestion-sync');
void main(parentPort);
