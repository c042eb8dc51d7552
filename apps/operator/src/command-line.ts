import { Command, InvalidArgumentError } from 'commander';
import { isDay } from '@tributary/money';
import { Pool } from 'pg';
import { Environment } from '@tributary/service';
import { Administration, withAdministration } from './administration/administration';
import { OperatorConfig, readOperatorConfig } from './operator.config';
import { DeskRequest, withDesk, withPool } from './requests/with-desk';

export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** The parent of a group of commands. */
export interface CommandLine {
  readonly program: Command;
  readonly out: (line: string) => void;
  /** Makes the command exit with code 1 although nothing failed, because a check found problems. */
  readonly notWell: () => void;
  /** Does the work over the REST API, as an administrator. */
  readonly administer: (work: (administration: Administration) => Promise<void>) => Promise<void>;
  /** Does the work of a command that must work while nothing runs. */
  readonly withDatabase: (work: (pool: Pool, config: OperatorConfig) => Promise<void>) => Promise<void>;
  /** Does the work of a command that must work while nobody is an administrator. */
  readonly atDesk: (work: (request: DeskRequest) => Promise<void>) => Promise<void>;
  readonly environment: Environment;
}

/** The connections that commands use, each opened only by those that need it. */
export function connections(
  environment: Environment,
  say: (line: string) => void,
): Pick<CommandLine, 'administer' | 'withDatabase' | 'atDesk' | 'environment'> {
  return {
    environment,
    administer: (work) => withAdministration(environment, say, work),
    withDatabase: async (work) => {
      const config = readOperatorConfig(environment);
      await withPool(config, (pool) => work(pool, config));
    },
    atDesk: async (work) => withDesk(readOperatorConfig(environment), say, work),
  };
}

/** Prints each row as a line of JSON. */
export function printRows(out: (line: string) => void, rows: readonly object[], none: string): void {
  for (const row of rows) out(JSON.stringify(row));
  if (rows.length === 0) out(none);
}

/**
 * Parses an id.
 * @throws InvalidArgumentError
 */
export function idOf(word: string): number {
  if (/^[1-9]\d{0,14}$/.test(word)) return Number(word);
  throw new InvalidArgumentError(`"${word}" is not an id.`);
}

/**
 * Parses one of several ids.
 * @throws InvalidArgumentError
 */
export function idsOf(word: string, before: readonly number[] = []): number[] {
  return [...before, ...word.split(',').map(idOf)];
}

/**
 * Parses a time in ISO 8601; a day means its beginning, and the default zone is UTC.
 * @throws InvalidArgumentError
 */
export function momentOf(word: string): string {
  const isWhole = isDay(word) || /(Z|[+-]\d{2}:\d{2})$/.test(word);
  const at = isDay(word.slice(0, 10)) ? Date.parse(isWhole ? word : `${word}Z`) : Number.NaN;
  if (Number.isNaN(at))
    throw new InvalidArgumentError(`"${word}" is not a time, such as 2026-11-21T18:00:00Z.`);
  return new Date(at).toISOString();
}

/**
 * Parses a day.
 * @throws InvalidArgumentError
 */
export function dayOf(word: string): string {
  if (isDay(word)) return word;
  throw new InvalidArgumentError(`"${word}" is not a day, such as 2026-11-21.`);
}

/**
 * Parses a whole number from 1 to `max`.
 * @throws InvalidArgumentError
 */
export function numberUpTo(max: number): (word: string) => number {
  return (word) => {
    const number = Number(word);
    if (Number.isInteger(number) && number >= 1 && number <= max) return number;
    throw new InvalidArgumentError(`"${word}" is not a number from 1 to ${max}.`);
  };
}
