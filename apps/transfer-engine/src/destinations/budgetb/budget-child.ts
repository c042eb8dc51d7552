import { addAll } from '@tributary/contracts';
import { ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Answer, AnswerPart, CallName, Calls } from './budget-process/calls';
import { ActualFailure } from './errors';

/** Enough for several copies of a budget of tens of megabytes; beyond it only this process ends. */
const MEMORY_MB_MAX = 512;

/** A process for one budget (`budget-process/`), with its own copy. It runs one call at a time, in order. */
export class BudgetChild {
  private readonly process: ChildProcess;
  private readonly dataDir: string;
  private last: Promise<unknown> = Promise.resolve();
  private dead = false;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    this.dataDir = mkdtempSync(path.join(dataDir, `${process.pid}-`));
    this.process = fork(programFile(), [this.dataDir], {
      // The service's environment is not passed on, because it contains secrets.
      env: {
        TZ: 'UTC',
        ...(process.env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS } : {}),
      },
      execArgv: [`--max-old-space-size=${MEMORY_MB_MAX}`],
      // Actual's client prints what it does, transactions included.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'json',
    });
    this.process.once('exit', () => this.buried());
    this.process.on('error', () => this.end());
  }

  /** The process has ended, by itself or by `end`, and replies to no more calls. */
  get isDead(): boolean {
    return this.dead;
  }

  /**
   * Runs one call. A process that fails or exceeds the timeout is killed, so that it cannot hand over unsent changes
   * later.
   * @throws ActualFailure
   */
  call<Name extends CallName>(
    name: Name,
    asks: Calls[Name]['asks'],
    timeoutMs: number,
  ): Promise<Calls[Name]['gives']> {
    const turn = this.last.then(() => this.exchange(name, asks, timeoutMs));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Kills the process; its copy of the budget is removed when it has exited. */
  end(): void {
    this.dead = true;
    this.process.kill('SIGKILL');
  }

  private async exchange<Name extends CallName>(
    name: Name,
    asks: Calls[Name]['asks'],
    timeoutMs: number,
  ): Promise<Calls[Name]['gives']> {
    const answer = await this.answer({ name, asks }, timeoutMs).catch((error: unknown) => {
      this.end();
      throw error;
    });
    if ('gives' in answer) return answer.gives as Calls[Name]['gives'];
    this.end();
    const { code, mayHaveWritten, retryAfterMs } = answer.failed;
    const hasEnded = name !== 'sign-in' && NOT_SIGNED_IN.has(code);
    throw new ActualFailure(hasEnded ? 'session-ended' : code, mayHaveWritten, retryAfterMs);
  }

  private answer(request: { name: CallName; asks: unknown }, timeoutMs: number): Promise<Answer> {
    const mayHaveWritten = WRITING.has(request.name);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.process.off('message', onAnswer);
        this.process.off('exit', onExit);
      };
      const fail = (code: string) => {
        settle();
        reject(new ActualFailure(code, mayHaveWritten));
      };
      const parts: unknown[] = [];
      const onAnswer = (message: unknown) => {
        if (isPart(message)) return addAll(parts, message.part);
        settle();
        resolve(withParts(parts, message as Answer));
      };
      const onExit = () => fail('process-ended');
      const timer = setTimeout(() => fail('timed-out'), timeoutMs);
      this.process.on('message', onAnswer);
      this.process.once('exit', onExit);
      if (this.dead) return onExit();
      this.process.send(request, (error) => {
        if (error) onExit();
      });
    });
  }

  private buried(): void {
    this.dead = true;
    this.removeCopy();
  }

  /** Removes the copy now; for a service that ends before its processes do. */
  removeCopy(): void {
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function isPart(message: unknown): message is AnswerPart {
  return typeof message === 'object' && message !== null && 'part' in message;
}

function withParts(parts: readonly unknown[], answer: Answer): Answer {
  if (!('gives' in answer) || !Array.isArray(answer.gives)) return answer;
  return { gives: parts.length === 0 ? answer.gives : [...parts, ...(answer.gives as unknown[])] };
}

/** Codes that mean an ended session once a sign-in was accepted; the next process signs in again. */
const NOT_SIGNED_IN: ReadonlySet<string> = new Set(['token-expired', 'token-not-found', 'unauthorized']);

const WRITING: ReadonlySet<CallName> = new Set(['create', 'update', 'delete', 'adjust']);

/** The program's file: beside this one if this is compiled; in `dist` if it runs from source, as in tests. */
function programFile(): string {
  const beside = path.join(__dirname, 'budget-process/main.js');
  if (existsSync(beside)) return beside;
  const source = beside.lastIndexOf(path.join('/apps/transfer-engine/src/'));
  return path.join(beside.slice(0, source), 'dist', beside.slice(source));
}
