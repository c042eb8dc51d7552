import { addAll } from '@tributary/contracts';
import { ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Answer, AnswerPart, CallName, Calls } from './budget-process/calls';
import { ActualFailure } from './errors';

/** A budget of tens of megabytes, several times over; beyond this only its process ends. */
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
      // Nothing of the service's own environment: its secrets are none of this process's business.
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

  /** It has ended, by itself or by `end`, and will not answer any more. */
  get isDead(): boolean {
    return this.dead;
  }

  /**
   * A process that failed or was too slow is ended: what it has not handed over yet must not be handed over later.
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

  /** Immediately; its copy of the budget is removed when the process has ended. */
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

  /** Call it without waiting for the end. */
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

/** After a sign-in that was accepted: a server may end sessions, and the next process begins another. */
const NOT_SIGNED_IN: ReadonlySet<string> = new Set(['token-expired', 'token-not-found', 'unauthorized']);

const WRITING: ReadonlySet<CallName> = new Set(['create', 'update', 'delete', 'adjust']);

/** Beside this file where it is compiled; of the compiled ones where it runs from its source, as in tests. */
function programFile(): string {
  const beside = path.join(__dirname, 'budget-process/main.js');
  if (existsSync(beside)) return beside;
  const source = beside.lastIndexOf(path.join('/apps/transfer-engine/src/'));
  return path.join(beside.slice(0, source), 'dist', beside.slice(source));
}
