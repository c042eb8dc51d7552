import { DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { BusTransport, BusUnfitError, systemClock } from '@tributary/messaging';
import { adviceOnTrouble, DatabaseUnfitError, troubleOf } from '@tributary/persistence';
import { Draining } from './draining';
import { ConfigurationError, Environment, EnvironmentReader } from '../settings/environment';
import { createPino, ServiceLogger } from '../logs/logger';
import { listenFailure, PortTakenError } from '../listen-failure';
import { memoryHere, tooLittleMemory } from '../machine/memory';
import { measureHttp } from '../metrics/meter';
import { serveMetrics } from '../metrics/serve-metrics';
import { PlatformConfig, readPlatformConfig, STOP_WAIT_MS } from '../platform.config';
import { recordRun } from './recorded-run';
import { unknownSettings } from '../settings/settings';
import { StartUp } from './start-up';
import { nameHosts } from '../telemetry/named-hosts';
import { stopTelemetry } from '../telemetry';
import { WaitingRoom } from './waiting-room';

/** A running service. */
export interface RunningService {
  readonly app: NestFastifyApplication;
  /** Address of its HTTP server. */
  readonly url: string;
  /** Resolves when the service has joined the bus. Rejects if it never will; the service has ended then. */
  readonly joined: Promise<void>;
  /** Reports that the service is no longer ready, although it still serves. Call `stop` after that. */
  drain(): void;
  /** Finishes running work, saves unfinished work for the next start, and frees everything. */
  stop(): Promise<void>;
}

export interface ServiceStart {
  readonly config: PlatformConfig;
  readonly module: DynamicModule;
  readonly adapter?: FastifyAdapter;
  /** Adds prefixes, pipes and filters to the HTTP side, before it listens. */
  readonly configureHttp?: (app: NestFastifyApplication) => void | Promise<void>;
  /** A part of joining the bus that need not wait until the consumers have joined. */
  readonly joinBeside?: (app: NestFastifyApplication) => Promise<void>;
  /** The page on responses of a service that does not serve yet. */
  readonly unavailablePage?: string;
}

export { PortTakenError } from '../listen-failure';

/**
 * Starts a service: listens, waits for its database and migrates the schema, serves, and joins the bus. It serves before
 * it has joined brokers, which may be away; a bus inside the process is joined before. With `migrations: 'only'` it
 * migrates and does nothing else.
 */
export async function startService(start: ServiceStart): Promise<RunningService> {
  const startUp = new StartUp();
  if (start.config.migrations === 'only') return create(start, startUp);
  const room = await openRoom(start, startUp);
  try {
    return await serve(await create(start, startUp), start, room);
  } catch (error) {
    room.close();
    throw error;
  }
}

/** The service with its database, before it listens. */
async function create(start: ServiceStart, startUp: StartUp): Promise<RunningService> {
  const { config } = start;
  const module = withStartUp(start.module, startUp);
  const adapter = start.adapter ?? new FastifyAdapter({ return503OnClosing: false });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false, // our logger replaces it: Nest's own would print a failed start with its whole stack, and not as JSON
    abortOnError: false,
  });
  const logger = app.get(ServiceLogger);
  app.useLogger(logger);
  measureHttp(app, config.service);
  await start.configureHttp?.(app);
  const draining = app.get(Draining);
  endConnectionsWhile(draining, app);
  boundClosing(app, config.stopWaitMs ?? STOP_WAIT_MS);
  const drain = (): void => draining.begin();
  const stop = async (): Promise<void> => {
    drain();
    if (config.migrations !== 'only') logger.log(`${config.service} stops`);
    await app.close();
  };
  return { app, url: '', joined: Promise.resolve(), drain, stop };
}

async function serve(
  service: RunningService,
  start: ServiceStart,
  room: WaitingRoom,
): Promise<RunningService> {
  const { app } = service;
  const { kafkaBrokers } = start.config;
  app.connectMicroservice({ strategy: app.get(BusTransport) });
  let joined = Promise.resolve();
  try {
    if (kafkaBrokers.length === 0) await join(app, start);
    await app.listen(room.handOver());
    app.get(ServiceLogger).debug(`${start.config.service} serves`);
    if (kafkaBrokers.length > 0) joined = join(app, start);
  } catch (error) {
    await app.close();
    throw error;
  }
  const orEnded = joined.catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  orEnded.catch(() => undefined); // for callers who do not await it
  return { ...service, url: await app.getUrl(), joined: orEnded };
}

async function join(app: NestFastifyApplication, start: ServiceStart): Promise<void> {
  await Promise.all([app.startAllMicroservices(), start.joinBeside?.(app)]);
  if (!app.get(Draining).hasBegun) app.get(ServiceLogger).log(`${start.config.service} is ready`);
}

/** Global, because the module that opens the database is imported by the service's own. */
function withStartUp(module: DynamicModule, startUp: StartUp): DynamicModule {
  return {
    module: StartingService,
    global: true,
    imports: [module],
    providers: [{ provide: StartUp, useValue: startUp }],
    exports: [StartUp],
  };
}

@Module({})
class StartingService {}

/**
 * Closes connections with their next response while draining, so that clients with keep-alive connect to another
 * instance.
 */
function endConnectionsWhile(draining: Draining, app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (_request, reply, done) => {
      if (draining.hasBegun) void reply.header('connection', 'close');
      done();
    });
}

/**
 * Closes all connections after a wait, because a client that stalls in a download would delay the server's end for as
 * long as it likes.
 */
function boundClosing(app: NestFastifyApplication, waitMs: number): void {
  const server = app.getHttpServer();
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preClose', (done) => {
      const cut = setTimeout(() => server.closeAllConnections(), waitMs);
      server.once('close', () => clearTimeout(cut));
      // A process that never listened has nothing to close.
      if (!server.listening) clearTimeout(cut);
      done();
    });
}

async function openRoom({ config, unavailablePage }: ServiceStart, startUp: StartUp): Promise<WaitingRoom> {
  try {
    return await WaitingRoom.open(config, startUp, unavailablePage);
  } catch (error) {
    throw listenFailure({ service: config.service, setting: 'PORT', port: config.port }, error);
  }
}

/**
 * The whole life of a service with its own process: settings, start, and an orderly end on SIGTERM. Errors that an
 * operator can fix are one line.
 */
export async function runService<C extends PlatformConfig>(options: {
  readonly service: C['service'];
  readonly environment?: Environment;
  readonly readConfig: (platform: PlatformConfig, env: EnvironmentReader) => C;
  readonly start: (config: C) => Promise<RunningService>;
}): Promise<void> {
  const environment = options.environment ?? process.env;
  const env = new EnvironmentReader(environment);
  const stopOnceStarted = stopOnSignal();
  try {
    const platform = readPlatformConfig(options.service, env);
    const config = options.readConfig(platform, env);
    if (platform.kafkaBrokers.length === 0) env.text('KAFKA_BROKERS');
    warnOfUnknown(options.service, environment, env);
    const tooLittle = tooLittleMemory(options.service, memoryHere());
    if (tooLittle !== null) env.problem(tooLittle);
    env.check(options.service);
    if (platform.migrations !== 'only') {
      sayHowItEnded(platform, environment);
      await serveMetrics(options.service, platform.metrics);
    }
    nameHosts(env.urlsRead);
    const running = await options.start(config);
    if (platform.migrations === 'only') return await endAfterMigrating(options.service, running);
    stopOnceStarted(running, platform.drainMs ?? 0);
    await running.joined;
    process.send?.({ ready: options.service, url: running.url });
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${startFailure(options.service, error)}\n`);
    await stopTelemetry();
    process.exit();
  }
}

/** Warns before the settings are checked: a misspelt name is often the reason why another one is missing. */
function warnOfUnknown(service: string, environment: Environment, env: EnvironmentReader): void {
  const lines = unknownSettings(
    environment,
    env.settingsRead.map(({ name }) => name),
  );
  if (lines.length === 0) return;
  const logger = loggerAtStart(service, environment);
  for (const line of lines) logger.warn(line);
}

/** Logs how the previous run ended, if it was not stopped. */
function sayHowItEnded(platform: PlatformConfig, environment: Environment): void {
  const words = recordRun(platform);
  if (words !== null) loggerAtStart(platform.service, environment).warn(words);
}

function loggerAtStart(service: string, environment: Environment): ServiceLogger {
  return new ServiceLogger(createPino({ service, level: environment['LOG_LEVEL'], sync: true }));
}

async function endAfterMigrating(service: string, running: RunningService): Promise<void> {
  await running.stop();
  process.stdout.write(`the schema of ${service} is up to date\n`);
  await stopTelemetry();
  process.exit();
}

/** A process that is to stop may still start for this long, so that it leaves the groups that it is joining. */
const STARTED_WITHIN_MS = 10_000;

/**
 * Handles stop signals from the beginning: the first process of a container ignores signals that it does not handle,
 * so one that was stopped while it started would serve on until it is killed, and its consumer groups would wait for
 * it.
 * @returns a function to call when the service has started
 */
function stopOnSignal(): (running: RunningService, drainMs: number) => void {
  let hasStarted: (started: { running: RunningService; drainMs: number }) => void = () => undefined;
  const start = new Promise<Parameters<typeof hasStarted>[0]>((resolve) => (hasStarted = resolve));
  let stopping: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    const giveUp = setTimeout(() => process.exit(1), STARTED_WITHIN_MS);
    const { running, drainMs } = await start;
    clearTimeout(giveUp);
    running.drain();
    await systemClock.sleep(drainMs);
    await running.stop();
    await stopTelemetry();
  };
  const stop = (): void => {
    stopping ??= end().finally(() => process.exit());
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop); // the parent process has ended
  return (running, drainMs) => hasStarted({ running, drainMs });
}

/** Whether the error's one-line message has the remedy for an operator. */
function isAdvice(error: unknown): error is Error {
  return (
    error instanceof PortTakenError || error instanceof DatabaseUnfitError || error instanceof BusUnfitError
  );
}

/** Text of a failed start: one line if an operator can correct it, the whole error if it is internal. */
function startFailure(service: string, error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (isAdvice(error)) return `${service} cannot start: ${error.message}`;
  const trouble = troubleOf(error);
  if (trouble) return `${service} cannot start: ${adviceOnTrouble(trouble)}`;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return `${service} cannot start: ${error.code}: ${error.message || 'the database or the bus cannot be reached'}`;
  }
  return `${service} cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
