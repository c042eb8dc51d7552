import { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import pino, { DestinationStream, Logger } from 'pino';
import { ConfigurationError } from '../settings/environment';
import { openLogFile, UNWRITTEN_BYTES_MAX } from './log-file';
import { redacted } from './redaction';
import { RepeatedLines } from './repeated-lines';

/**
 * A logger to the standard output, or to a file (by its name, or open already). `sync`: written even if the process
 * then ends.
 */
export function createPino(options: {
  service: string;
  level?: string;
  file?: string | DestinationStream;
  sync?: boolean;
}): Logger {
  return pino(
    {
      level: levelOf(options),
      base: { service: options.service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceIds,
      formatters: { level: (name) => ({ level: name }) },
    },
    destinationOf(options),
  );
}

function destinationOf({
  file,
  sync = false,
}: {
  file?: string | DestinationStream;
  sync?: boolean;
}): DestinationStream {
  if (file === undefined) return standardOutput(sync);
  return typeof file === 'string' ? openLogFile(file) : file;
}

/** The standard output, whose reader may have gone: that ends nothing. */
function standardOutput(sync: boolean): DestinationStream {
  const destination = pino.destination({ fd: 1, sync, maxLength: UNWRITTEN_BYTES_MAX });
  destination.on('error', () => undefined);
  return destination;
}

/** @throws ConfigurationError if there is no such level: the library's own error is a page of its program. */
function levelOf({ service, level: wanted }: { service: string; level?: string }): string {
  const level = wanted || 'info'; // an empty setting is none
  const levels = [...Object.keys(pino.levels.values), 'silent'];
  if (levels.includes(level)) return level;
  throw new ConfigurationError(`${service} cannot start:\n  - LOG_LEVEL must be one of ${levels.join(', ')}`);
}

/**
 * Structured logs, one JSON object a line, with the trace they belong to. Callers log events and our own ids, and never
 * pass in account numbers, names, tokens or payloads. Of an error only its kind, message and stack are logged, because
 * drivers attach statements and values to errors, which may contain all of that.
 */
export class ServiceLogger implements LoggerService {
  private readonly failures = new RepeatedLines();

  /** @param onTrouble called with each failure and error, however often; for a person who watches */
  constructor(
    private readonly pino: Logger,
    private readonly onTrouble: (what: string, error: unknown) => void = () => undefined,
  ) {}

  log(message: unknown, ...rest: unknown[]): void {
    const of = fields(rest);
    const level = STARTING_CONTEXTS.has(of['context']) ? 'debug' : 'info';
    this.pino[level](of, textOf(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.pino.warn(fields(rest), textOf(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.onTrouble(textOf(message), message instanceof Error ? message : null);
    this.pino.error({ ...fields(rest), ...errorFields(message) }, textOf(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.pino.debug(fields(rest), textOf(message));
  }

  /**
   * Logs a failure that was handled (waited out, stored as a dead letter, returned to the caller) but may interest an
   * operator. Equal ones are logged once a minute, with the number of suppressed lines.
   */
  failure(what: string, error: unknown): void {
    this.onTrouble(what, error);
    const cause = error instanceof Error ? `${error.name}: ${error.message}` : '';
    const suppressed = this.failures.admit(`${what} ${cause}`);
    if (suppressed === null) return;
    this.pino.warn({ ...errorFields(error), ...(suppressed > 0 ? { repeated: suppressed } : {}) }, what);
  }
}

/**
 * Contexts of Nest's own lines of a start, which are not logged: one for each module and route, 690 in the gateway,
 * the same each time.
 */
const STARTING_CONTEXTS: ReadonlySet<unknown> = new Set([
  'NestApplication',
  'NestFactory',
  'NestMicroservice',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

function traceIds(): Record<string, string> {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.name;
  return typeof message === 'string' ? message : JSON.stringify(message);
}

function fields(rest: unknown[]): Record<string, unknown> {
  const context = rest.find((value) => typeof value === 'string');
  const object = rest.find(isPlainObject);
  const error = rest.find((value) => value instanceof Error);
  return { ...(context ? { context } : {}), ...object, ...(error ? errorFields(error) : {}) };
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Error);
}

function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return {};
  return {
    error: error.name,
    error_message: redacted(error.message),
    stack: redacted(error.stack ?? ''),
    ...(error.cause instanceof Error
      ? { cause: `${error.cause.name}: ${redacted(error.cause.message)}` }
      : {}),
  };
}
