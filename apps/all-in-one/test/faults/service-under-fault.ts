import type { ServiceName } from '@tributary/contracts';
import type { FaultPoint } from '@tributary/messaging';
import { once } from 'node:events';
import { Child, mainScriptOf, readyMessage, startChild } from '../../src/child-processes/child';

/** A fault point at which a process kills itself, and after how many passes. */
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

/** One process of a service, which can be killed, paused and restarted. */
export class ServiceUnderFault {
  private child: Child | null = null;
  private listensAt: string | null = null;
  private died: Promise<void> = Promise.resolve();

  constructor(private readonly options: ServiceUnderFaultOptions) {}

  get name(): ServiceName {
    return this.options.service;
  }

  /** The address of its HTTP server; null before the first start. */
  get url(): string | null {
    return this.listensAt;
  }

  get isRunning(): boolean {
    const { exitCode = 0, signalCode = null } = this.child?.process ?? {};
    return this.child !== null && exitCode === null && signalCode === null;
  }

  /** Starts the process and resolves when it is ready; `armed` makes it kill itself at a fault point. */
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
    // A process that dies at its fault point before it is ready has done its work.
    const ready = readyMessage<{ url: string }>(child).then(({ url }) => (this.listensAt = url));
    await (armed ? Promise.race([ready.catch(() => undefined), this.died]) : ready);
  }

  /** Resolves when the process has ended for any reason. */
  whenDead(): Promise<void> {
    return this.died;
  }

  /** Kills the process, as a crash does. */
  async kill(): Promise<void> {
    this.child?.process.kill('SIGKILL');
    await this.died;
  }

  /** Stops the process in an orderly way. */
  async stop(): Promise<void> {
    if (this.isRunning) await this.child?.stop();
  }

  /** Sets its clock back by an hour, if it was started with `shifted-clock`. */
  setClockBack(): void {
    this.child?.process.kill('SIGUSR2');
  }

  /** Pauses the process without its notice, like a sleeping machine. */
  pause(): void {
    this.child?.process.kill('SIGSTOP');
  }

  resume(): void {
    this.child?.process.kill('SIGCONT');
  }
}
