import { ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import path from 'node:path';

/** A broker that this process started. */
export interface KafkaProcess {
  readonly brokers: string;
  stop(): Promise<void>;
}

/** Starts the single node of `npm run kafka`; reports if Java or Maven is missing. */
export async function startKafkaProcess(dataDir: string, workspaceRoot: string): Promise<KafkaProcess> {
  const script = path.join(workspaceRoot, 'tools/kafka/kafka.mjs');
  const child = spawn(process.execPath, [script, '--json', dataDir], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is handled here first: services leave their groups before the broker stops
  });
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-2000)));
  const lines = createInterface({ input: child.stdout });
  const brokers = await new Promise<string>((resolve, reject) => {
    lines.once('line', (line) => resolve((JSON.parse(line) as { brokers: string }).brokers));
    child.once('exit', () => reject(new Error(complaints.trim() || 'Kafka did not start')));
  });
  return { brokers, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin?.end();
  await ended;
}
