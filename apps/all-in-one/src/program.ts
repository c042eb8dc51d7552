import { CommandTimeoutError } from '@tributary/messaging';
import {
  adviceOnTrouble,
  DatabaseUnfitError,
  EmbeddedPostgresError,
  troubleOf,
} from '@tributary/persistence';
import { BackupFailed, ConfigurationError, PortTakenError, stopTelemetry } from '@tributary/service';
import { UsageError } from './options';
import { HomeInUse, InsufficientResources } from './serve/refusals';
import { ChildEnded } from './child-processes/child';
import { PortTaken } from './child-processes/port-check';

/** Functions that stop started parts; they run in reverse order. */
export type Cleanup = (() => Promise<void>)[];

/** A running program. */
export interface RunningProgram {
  readonly cleanup: Cleanup;
  /** Reports that a required part has ended, and ends the program with code 1. */
  readonly fail: (error: unknown) => void;
}

/** The time limit of an orderly end: a part that is stopped may wait for one that has died. */
const END_MS_MAX = 60_000;

/** Runs the work, and ends the process with its exit code; null: the process runs until a signal or a failure. */
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
  // A reader of the output that has gone does not end the program.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    const exitCode = await work({ cleanup, fail: (error) => void fail(error) });
    if (exitCode !== null) await end(exitCode);
  } catch (error) {
    await fail(error);
  }
}

export function printLine(text: string): void {
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
  InsufficientResources,
  BackupFailed,
  CommandTimeoutError,
] as const;

/** Prints an error: one line if the user can fix it, otherwise all of it. */
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
