import './telemetry';
import { run } from './run';
import { serve } from './serve/serve';

const [word, ...words] = process.argv.slice(2);
void start();

async function start(): Promise<void> {
  switch (word) {
    case 'serve':
      return serve(words, process.env);
    // Each command is loaded on demand, so that a process that runs for months does not have the others in memory.
    case 'backup':
      return (await import('./backup/backup')).backup(words, process.env);
    case 'restore':
      return (await import('./backup/restore')).restore(words, process.env);
    case undefined:
    default:
      return run(process.argv.slice(2), process.env);
  }
}
