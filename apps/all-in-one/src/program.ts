import { CommandTimeoutError } from '@tributary/messaging';
import {
  adviceOnTrouble,
  DatabaseUnfitError,
  EmbeddedPostgresError,
  troubleOf,
} from '@tributary/persistence';
import { BackupFailed, ConfigurationError, PortTakenError, stopTelemetry } from '@tributary/service';
import { UsageError } from './options';
import { HomeInUse, NoRoom } from './serve/refusals';
import { ChildEnded } from './surroundings/child';
import { PortTaken } from './surroundings/port-check';

/** Started parts, which end in reverse order. */
export type Cleanup = (() => Promise<void>)[];

/** A program while it runs. */
export interface RunningProgram {
  readonly cleanup: Cleanup;
  /** Something that it cannot go on without has ended: it says so and ends with code 1. */
  readonly fail: (error: unknown) => void;
}

/** What is stopped may wait for what has ended. */
const END_MS_MAX = 60_000;

/** Does the work, and ends the process with its exit code; null: it runs until a signal or a failure ends it. */
export async function asProgram(work: (program: RunningProgram) => Promise<number | null>): Promise<void> {
  const cleanup: Cleanup = [];
  const end = once(async (exitCode: number) => {
    setTimeout(() => process.exit(exitCode), END_MS_MAX).unref();
    for (const stop of cleanup.reverse()) await stop().catch(report);
    await stopTelemetry();
    process.exit(exitCode);
  });
  process.once('SIGINT', () => void end(130));
  process.once('SIGTERM', () => void end(143));
  const fail = once(async (error: unknown) => {
    report(error);
    await end(1);
  });
  // Who read the output may have gone: that ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const exitCode = await work({ cleanup, fail: (error) => void fail(error) });
    if (exitCode !== null) await end(exitCode);
  } catch (error) {
    await fail(error);
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

const MENDABLE = [
  UsageError,
  ConfigurationError,
  PortTaken,
  PortTakenError,
  ChildEnded,
  DatabaseUnfitError,
  EmbeddedPostgresError,
  HomeInUse,
  NoRoom,
  BackupFailed,
  CommandTimeoutError,
] as const;

/** One line if the user can fix it; the whole error if it is ours. */
function report(error: unknown): void {
  process.stderr.write(`${textOf(error)}\n`);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (MENDABLE.some((kind) => error instanceof kind)) return error.message;
  const trouble = troubleOf(error);
  return trouble === null ? (error.stack ?? error.message) : asSentence(adviceOnTrouble(trouble));
}

function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${words.endsWith('?') ? '' : '.'}`;
}

function once<A>(work: (argument: A) => Promise<void>): (argument: A) => Promise<void> {
  let running: Promise<void> | null = null;
  return (argument) => (running ??= work(argument));
}
