import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { ChildEnded } from './child';

/** A broker that this process started. */
export interface KafkaProcess {
  readonly brokers: string;
  /** Rejects when it ends without being stopped. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts the single node of `npm run kafka`; reports if Java or Maven is missing. */
export async function startKafkaProcess(dataDir: string, workspaceRoot: string): Promise<KafkaProcess> {
  const script = path.join(workspaceRoot, 'tools/kafka/kafka.mjs');
  const child = spawn(process.execPath, [script, '--json', dataDir], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is handled by this process: services leave their groups before the broker stops
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2000)));
  const lines = createInterface({ input: child.stdout });
  let isStopping = false;
  const ended = once(child, 'exit').catch(() => undefined); // a process that could not be started counts as ended, too
  const failed = ended.then(() => {
    if (isStopping) return new Promise<never>(() => undefined);
    throw new ChildEnded(complaints.trim() || 'Kafka ended unexpectedly');
  });
  failed.catch(() => undefined); // the waiting caller gets the error
  const line = new Promise<string>((resolve) => lines.once('line', resolve));
  const { brokers } = JSON.parse(await Promise.race([line, failed])) as { brokers: string };
  const stop = async (): Promise<void> => {
    isStopping = true;
    child.stdin.end();
    await ended;
  };
  return { brokers, failed, stop };
}
