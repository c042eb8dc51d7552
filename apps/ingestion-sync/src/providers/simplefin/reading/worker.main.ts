import { once } from 'node:events';
import { MessagePort, parentPort } from 'node:worker_threads';
import { AnswerBeyondLimits, AnswerUnreadable } from './answer-beyond-limits';
import { readPieces } from './answer-reader';
import { FromReader, ToReader } from './answer-thread';

/** A thread that reads one response of a server that a user named. */
async function main(port: MessagePort): Promise<void> {
  const [{ pieces }] = (await once(port, 'message')) as [ToReader];
  try {
    const answer = readPieces(pieces);
    const buffers = answer.rows.flatMap((rows) => (rows ? [rows.lines.buffer as ArrayBuffer] : []));
    port.postMessage({ kind: 'read', answer } satisfies FromReader, buffers);
  } catch (error) {
    port.postMessage(refusalOf(error));
  }
  port.close();
}

function refusalOf(error: unknown): FromReader {
  if (error instanceof AnswerBeyondLimits) {
    return { kind: 'beyond', limit: error.limit, message: error.message };
  }
  if (error instanceof AnswerUnreadable) return { kind: 'unreadable' };
  return { kind: 'failed', error: error instanceof Error ? (error.stack ?? error.message) : 'unknown' };
}

if (!parentPort) throw new Error('this program is a worker thread of ingestion-sync');
void main(parentPort);
