import { ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** A part of a bench in a process of its own. It sends a message once it is ready, and ends when we disconnect. */
export class BenchProcess {
  private readonly ended: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => child.once('exit', resolve));
  }

  /** @param script below `bench` */
  static start(
    script: string,
    words: readonly string[] = [],
    environment: Readonly<Record<string, string | undefined>> = {},
    flags: readonly string[] = [],
  ): BenchProcess {
    const child = fork(path.join(__dirname, script), words, {
      execArgv: ['--max-semi-space-size=32', ...flags], // as `npm start` does
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return new BenchProcess(child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The next message. @throws Error where the process ends instead */
  next<T>(): Promise<T> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void =>
        reject(new Error(`a process of the bench ended with ${code}`));
      this.child.once('exit', ended);
      this.child.once('message', (message) => {
        this.child.off('exit', ended);
        resolve(message as T);
      });
    });
  }

  /** Sends a message that has no answer. */
  post(message: object): void {
    this.child.send(message);
  }

  /** Sends a message, and waits for the next one. */
  ask<T>(message: object | string): Promise<T> {
    const answer = this.next<T>();
    this.child.send(message);
    return answer;
  }

  onMessage(listener: (message: unknown) => void): void {
    this.child.on('message', listener);
  }

  async stop(): Promise<void> {
    if (this.child.connected) this.child.disconnect();
    await this.ended;
  }
}

/** In the process: ends it when the bench is done with it, or has ended. */
export function endWithBench(stop: () => Promise<unknown> = () => Promise.resolve()): void {
  process.once('disconnect', () => void stop().finally(() => process.exit()));
}
