import { Command, InvalidArgumentError } from 'commander';
import { isDay } from '@tributary/money';
import { Pool } from 'pg';
import { OperatorConfig, readOperatorConfig } from './operator.config';
import { Environment } from '@tributary/service';
import { requestService, ServiceRequest } from './requests/request-service';

export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** The connections and requests that commands use. */
export interface CommandContext {
  readonly pool: Pool;
  readonly config: OperatorConfig;
  /**
   * Sends a request to a running service, and shows its progress.
   * @returns its reply
   * @throws RequestFailed
   */
  readonly request: (request: Omit<ServiceRequest, 'say' | 'requestedBy'>) => Promise<string>;
}

/** The parent of a group of commands. */
export interface CommandLine {
  readonly program: Command;
  readonly out: (line: string) => void;
  /** Makes the command exit with code 1 although nothing failed, because a check found problems. */
  readonly notWell: () => void;
  /** Does the work with an open database connection. */
  readonly withContext: (work: (context: CommandContext) => Promise<void>) => Promise<void>;
}

export function deskOpener(
  environment: Environment,
  say: (line: string) => void,
): CommandLine['withContext'] {
  return async (work) => {
    const config = readOperatorConfig(environment);
    const { adminUrl, operator: requestedBy } = config;
    const pool = new Pool({ connectionString: adminUrl, max: 4, application_name: 'tributary operator' });
    pool.on('error', () => undefined); // the user of the connection gets the error
    try {
      await work({
        pool,
        config,
        request: (request) => requestService(pool, { ...request, requestedBy, say }),
      });
    } finally {
      await pool.end();
    }
  };
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
