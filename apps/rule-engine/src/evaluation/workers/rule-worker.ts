import { TransientError } from '@tributary/persistence';
import { LRUCache } from 'lru-cache';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { partsOf, RuleDefinition } from '../rule-definition';
import { BEACON, BEACON_LENGTH, Job, WorkerReply, TaskName, Tasks } from './tasks';
import { EndReason, Watch } from './watch';

/** The limits of one worker; it is terminated when it exceeds one. */
export interface WorkerLimits {
  /** The time for all rules of one transaction; compiling a rule counts as one step too. */
  readonly stepMs: number;
  /** The time for one job: a batch of transactions, or a check. */
  readonly jobMs: number;
  readonly memoryMb: number;
}

/** A task for a worker, with the rules to which the task refers by their index. */
export interface Request<Name extends TaskName> {
  readonly name: Name;
  readonly task: Tasks[Name]['task'];
  readonly rules: readonly RuleDefinition[];
}

/** The error of a job whose worker was terminated. The message continues a sentence that begins with the rule. */
export class RuleEndedError extends Error {
  override readonly name = 'RuleEndedError';

  constructor(
    readonly reason: EndReason,
    limits: WorkerLimits,
    /** The rules of the job. */
    readonly rules: readonly RuleDefinition[],
    /** The running rule; null if none was running. */
    readonly running: RuleDefinition | null,
    /** How often the watch found each rule running, by the rule's index in the job. */
    readonly timesSeen: ReadonlyMap<number, number>,
  ) {
    super(describe(reason, limits));
  }
}

function describe(reason: EndReason, { stepMs, jobMs, memoryMb }: WorkerLimits): string {
  switch (reason) {
    case 'step':
      return `took longer than the ${stepMs} ms that all rules have for one transaction`;
    case 'job':
      return `took longer than the ${jobMs} ms that rules have for one batch of transactions`;
    case 'memory':
      return `took more than the ${memoryMb} MB of memory that rules have`;
    case 'died':
      return 'ended the thread that rules run in';
  }
}

/** The size of compiled rules that one worker caches; a part takes about half a kilobyte: 15 MB. */
const KNOWN_PARTS_MAX = 30_000;

/** A thread that runs rules, one job at a time, and is terminated when a job exceeds its limits. */
export class RuleWorker {
  private readonly beacon = new Int32Array(
    new SharedArrayBuffer(BEACON_LENGTH * Int32Array.BYTES_PER_ELEMENT),
  );
  private readonly thread: Worker;
  private readonly ready: Promise<void>;
  private readonly forget: number[] = [];
  /** The versions of the rules that the thread has cached. */
  private readonly known = new LRUCache<number, number>({
    maxSize: KNOWN_PARTS_MAX,
    dispose: (_version, id, why) => {
      if (why === 'evict') this.forget.push(id);
    },
  });
  private onReply: (reply: WorkerReply) => void = () => undefined;
  private onEnd: (reason: EndReason) => void = () => undefined;
  private ended: EndReason | null = null;

  constructor(private readonly limits: WorkerLimits) {
    this.thread = new Worker(programFile(), {
      workerData: this.beacon.buffer,
      name: 'rules',
      env: {}, // the thread does not get the service's secrets
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.thread.unref();
    this.thread.on('message', (reply: WorkerReply) => this.onReply(reply));
    this.thread.on('error', (error) => this.noteEnd(isOutOfMemory(error) ? 'memory' : 'died'));
    this.thread.on('exit', () => this.noteEnd('died'));
    this.ready = new Promise((resolve, reject) => {
      this.onReply = () => resolve();
      this.onEnd = () => reject(new TransientError('a thread for rules did not start'));
    });
    this.ready.catch(() => undefined); // the caller of a job gets the error
  }

  get isDead(): boolean {
    return this.ended !== null;
  }

  /**
   * Runs one task; the thread is terminated if it exceeds the limits.
   * @throws RuleEndedError
   */
  async run<Name extends TaskName>(request: Request<Name>): Promise<Tasks[Name]['result']> {
    await this.ready;
    const job = this.toJob(request);
    const watch = new Watch(this.beacon, this.limits, (reason) => this.end(reason));
    try {
      const reply = await this.exchange(job, watch, request.rules);
      if ('result' in reply) return reply.result as Tasks[Name]['result'];
      throw new Error(`a job of rules failed: ${reply.failed}`);
    } finally {
      watch.stop();
    }
  }

  /** Terminates the thread immediately. */
  end(reason: EndReason): void {
    this.noteEnd(reason);
    void this.thread.terminate();
  }

  private exchange(job: Job, watch: Watch, rules: readonly RuleDefinition[]): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      this.onReply = resolve;
      this.onEnd = (reason) => {
        const running = rules[Atomics.load(this.beacon, BEACON.rule)] ?? null;
        reject(new RuleEndedError(reason, this.limits, rules, running, watch.seenBy(reason)));
      };
      if (this.ended) this.onEnd(this.ended);
      else this.thread.postMessage(job);
    });
  }

  /** Adds the rules that the thread does not have to the job, and lists the rules that the thread drops after it. */
  private toJob<Name extends TaskName>({ name, task, rules }: Request<Name>): Job<Name> {
    const newRules = rules.filter((rule) => this.known.get(rule.id) !== rule.version);
    for (const rule of newRules) this.known.set(rule.id, rule.version, { size: partsOf(rule) });
    const ids = rules.map(({ id }) => id);
    return { name, task, rules: ids, newRules, forget: this.forget.splice(0) };
  }

  private noteEnd(reason: EndReason): void {
    if (this.ended) return;
    this.ended = reason;
    this.onEnd(reason);
  }
}

const YOUNG_MB = 32;

function isOutOfMemory(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Returns the worker's program: beside this file if that is compiled, else (as in tests) the compiled one. */
function programFile(): string {
  const beside = path.join(__dirname, 'worker.main.js');
  if (existsSync(beside)) return beside;
  const source = beside.lastIndexOf(path.join('/apps/rule-engine/src/'));
  return path.join(beside.slice(0, source), 'dist', beside.slice(source));
}
