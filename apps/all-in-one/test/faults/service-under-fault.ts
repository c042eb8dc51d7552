import type { ServiceName } from '@tributary/contracts';
import type { FaultPoint } from '@tributary/messaging';
import { once } from 'node:events';
import { Child, mainScriptOf, readyMessage, startChild } from '../../src/surroundings/child';

/** The fault point, and the number of the passing, at which a process kills itself. */
export interface ArmedPoint {
  readonly point: FaultPoint;
  readonly nth: number;
}

export interface ServiceUnderFaultOptions {
  readonly service: ServiceName;
  readonly build: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
}

/** One process of a service, to be killed, paused and brought back. */
export class ServiceUnderFault {
  private child: Child | null = null;
  private listensAt: string | null = null;
  private died: Promise<void> = Promise.resolve();

  constructor(private readonly options: ServiceUnderFaultOptions) {}

  get name(): ServiceName {
    return this.options.service;
  }

  /** Where its HTTP server listens; null before the first start. */
  get url(): string | null {
    return this.listensAt;
  }

  get isRunning(): boolean {
    const { exitCode = 0, signalCode = null } = this.child?.process ?? {};
    return this.child !== null && exitCode === null && signalCode === null;
  }

  /** Resolves when it serves; `armed` makes it kill itself at a fault point. */
  async start(armed?: ArmedPoint, further: Readonly<Record<string, string>> = {}): Promise<void> {
    const { service, build, environment, logFile } = this.options;
    const faultPoint: Record<string, string> = armed ? { FAULT_POINT: `${armed.point}:${armed.nth}` } : {};
    const child = startChild({
      name: service,
      script: mainScriptOf(service, build),
      environment: { ...environment, ...further, ...faultPoint },
      logFile,
    });
    this.child = child;
    this.died = once(child.process, 'exit').then(() => undefined);
    // If it dies at its fault point before it is ready, it has done its work.
    const ready = readyMessage<{ url: string }>(child).then(({ url }) => (this.listensAt = url));
    await (armed ? Promise.race([ready.catch(() => undefined), this.died]) : ready);
  }

  /** Resolves when the process has ended, for any reason. */
  whenDead(): Promise<void> {
    return this.died;
  }

  /** A crash. */
  async kill(): Promise<void> {
    this.child?.process.kill('SIGKILL');
    await this.died;
  }

  /** An orderly stop. */
  async stop(): Promise<void> {
    if (this.isRunning) await this.child?.stop();
  }

  /** By an hour, if it was started with `shifted-clock`. */
  setClockBack(): void {
    this.child?.process.kill('SIGUSR2');
  }

  /** As if the machine slept: it does nothing, and does not notice. */
  pause(): void {
    this.child?.process.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.process.kill('SIGCONT');
  }
}
