import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { BackupFailed } from '@tributary/service';

/** The program's standard streams: its own or the caller's. */
type Streams = readonly ['ignore' | 'inherit', 'ignore' | 'inherit', 'inherit'];

/**
 * Runs a program until it ends.
 * @throws BackupFailed if it fails
 */
export async function runProgram(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  streams: Streams = ['ignore', 'ignore', 'inherit'],
): Promise<void> {
  const child = spawn(program, words, { stdio: [...streams], env: { ...process.env, ...environment } });
  const [code] = (await once(child, 'exit').catch((cause: unknown) => {
    throw new BackupFailed(`${program} could not be run: is it installed?`, { cause });
  })) as [number | null];
  if (code !== 0) throw new BackupFailed(`${program} ended with ${code ?? 'a signal'}`);
}

/** Returns the path of a PostgreSQL program: of the server in use, or of the system. */
export function postgresProgram(name: string, directory: string | null): string {
  return directory === null ? name : path.join(directory, name);
}
