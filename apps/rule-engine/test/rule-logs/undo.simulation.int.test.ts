import {
  AccountUpsertedV1,
  DeleteRule,
  RuleLogEntry,
  RuleLoggedV1,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
  TransactionUpsertedV1,
  UndoRuleLogs,
} from '@tributary/contracts';
import { SeededRandom } from '@tributary/testing';
import { RuleEngineFixture } from '../rule-engine.fixture';

/** The default run plays the same histories each time; HISTORY_SEED repeats one, FULL=1 plays many more. */
const ONE_SEED = process.env.HISTORY_SEED;
const IS_FULL = Boolean(process.env.FULL);
const FIRST_SEED = Number(ONE_SEED ?? (IS_FULL ? Date.now() % 1_000_000_000 : 1));
const HISTORIES = ONE_SEED ? 1 : IS_FULL ? 2000 : 20;
const STEPS = 14;

const FIELDS = ['mapped_fields.payee', 'mapped_fields.description', 'additional_information'] as const;
type Field = (typeof FIELDS)[number];
type Values = Readonly<Record<Field, string | null>>;

function valuesOf({ mapped_fields: mapped, additional_information: more }: TransactionDocument): Values {
  return {
    'mapped_fields.payee': mapped.payee ?? null,
    'mapped_fields.description': mapped.description ?? null,
    additional_information: more ?? null,
  };
}

/** One transaction: the bank's reports, the user's edits, and the rules of its account. */
class History {
  private readonly bank = new Map<Field, string>(FIELDS.map((field) => [field, `bank ${field}`]));
  readonly set = new Map<Field, string>();
  readonly rules: number[] = [];
  private version = 0;
  private number = 0;
  private read = 0;
  private latest: ShapedTransaction | null = null;
  readonly logs = new Map<number, RuleLogEntry>();
  readonly problems: string[] = [];

  constructor(
    private readonly engine: RuleEngineFixture,
    readonly accountId: number,
    readonly seed: number,
    readonly random = new SeededRandom(seed),
  ) {}

  text(): string {
    this.number += 1;
    return `text ${this.number}`;
  }

  field(): Field {
    return this.random.pick(FIELDS);
  }

  /** The bank reports another value. */
  async report(): Promise<void> {
    this.bank.set(this.field(), this.text());
    await this.sync();
  }

  /** The user sets a field, or releases one. */
  async edit(): Promise<void> {
    const field = this.field();
    if (this.set.has(field) && this.random.chance(0.5)) this.set.delete(field);
    else this.set.set(field, this.text());
    await this.sync();
  }

  async addRule(): Promise<void> {
    const value = this.random.chance(0.3) ? '{{ mapped_fields.payee }}!' : this.text();
    const action = { action_type: 'SET_FIELD' as const, field_name: this.field(), value };
    this.rules.push(await this.engine.attachedRule([this.accountId], action));
    if (this.random.chance(0.7)) await this.report();
  }

  async deleteRule(): Promise<void> {
    const [ruleId] = this.rules.splice(this.random.below(Math.max(this.rules.length, 1)), 1);
    if (ruleId !== undefined) await this.engine.send(DeleteRule, { ruleId });
  }

  /**
   * The user undoes some logs in any order. Fields that still have the value of an undone log return to the value
   * before it; all others stay, whichever rules changed meanwhile.
   */
  async undo(): Promise<void> {
    await this.look();
    const applied = [...this.logs.values()].filter(({ kind }) => kind === 'APPLIED');
    const chosen = this.random.shuffled(applied.filter(() => this.random.chance(0.4)).map(({ id }) => id));
    if (chosen.length === 0) return;
    const expected: Record<string, string | null> = { ...this.shown() };
    const { results } = await this.engine.send(UndoRuleLogs, { ruleLogIds: chosen });
    await this.look();
    const undone = new Set(results.flatMap(({ success, ruleLogId }) => (success ? ruleLogId : [])));
    for (const { id, fieldName, previousValue, newValue } of applied.toReversed()) {
      const field = fieldName ?? '';
      const isThere = expected[field] === newValue && !this.set.has(field as Field);
      if (undone.has(id) && isThere) expected[field] = previousValue;
    }
    this.expectEqual(this.shown(), expected, `after undoing ${chosen.join()}`);
    const reversed = [...this.logs.values()].flatMap(({ undoes }) => undoes ?? []);
    for (const id of undone) {
      if (!reversed.includes(id)) this.problems.push(`seed ${this.seed}: no log says that ${id} is undone`);
    }
  }

  /** Checks what the events show against the invariants, after every step. */
  async check(): Promise<void> {
    await this.look();
    const shown = this.shown();
    for (const [field, value] of this.set) {
      if (shown[field] !== value)
        this.problems.push(`seed ${this.seed}: ${field} is ${shown[field]}, the user set ${value}`);
    }
    const reported = valuesOf(this.transaction().raw);
    for (const field of FIELDS) {
      const isExplained = [...this.logs.values()].some(
        (log) => log.fieldName === field && log.newValue === shown[field],
      );
      if (shown[field] !== reported[field] && !isExplained)
        this.problems.push(`seed ${this.seed}: ${field} is ${shown[field]}, which no log says`);
    }
  }

  async sync(): Promise<void> {
    this.version += 1;
    const value = (field: Field) => this.set.get(field) ?? this.bank.get(field);
    const document: TransactionDocument = {
      ...sampleTransaction,
      mapped_fields: {
        ...sampleTransaction.mapped_fields,
        payee: value('mapped_fields.payee'),
        description: value('mapped_fields.description'),
      },
      additional_information: value('additional_information'),
      ...(this.set.size > 0 && { edited_fields: [...this.set.keys()] }),
    };
    const times = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
    await this.engine.feed(TransactionUpsertedV1, {
      financialAccountId: this.accountId,
      userId: 1,
      transactions: [{ id: this.accountId * 1000, version: this.version, ...times, document }],
    });
  }

  private transaction(): ShapedTransaction {
    if (!this.latest) throw new Error('nothing was shaped');
    return this.latest;
  }

  private shown(): Values {
    const { shaped, raw } = this.transaction();
    return valuesOf(shaped ?? raw);
  }

  /** Reads the events that were published since the last call. */
  private async look(): Promise<void> {
    await this.engine.publishedOf(RuleLoggedV1);
    for (const { contract, payload } of this.engine.received.slice(this.read)) {
      if (contract.topic === TransactionShapedV1.topic)
        this.seeShaped(payload as { transactions: ShapedTransaction[] });
      if (contract.topic === RuleLoggedV1.topic)
        this.seeLogs(payload as { financialAccountId: number; logs: RuleLogEntry[] });
    }
    this.read = this.engine.received.length;
  }

  private seeShaped({ transactions }: { readonly transactions: readonly ShapedTransaction[] }): void {
    for (const one of transactions) {
      if (one.id === this.accountId * 1000 && one.shapedVersion > (this.latest?.shapedVersion ?? 0))
        this.latest = one;
    }
  }

  private seeLogs(payload: {
    readonly financialAccountId: number;
    readonly logs: readonly RuleLogEntry[];
  }): void {
    if (payload.financialAccountId !== this.accountId) return;
    for (const log of payload.logs) this.logs.set(log.id, log);
  }

  private expectEqual(found: Values, expected: Readonly<Record<string, string | null>>, when: string): void {
    for (const field of FIELDS) {
      if (found[field] !== expected[field])
        this.problems.push(`seed ${this.seed}: ${field} is ${found[field]} ${when}, not ${expected[field]}`);
    }
  }
}

async function play(engine: RuleEngineFixture, accountId: number, seed: number): Promise<History> {
  await engine.forgetEvents();
  const times = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  await engine.feed(AccountUpsertedV1, {
    id: accountId,
    version: 1,
    userId: 1,
    ...times,
    document: sampleAccount,
  });
  const history = new History(engine, accountId, seed);
  await history.sync();
  for (let step = 0; step < STEPS && history.problems.length === 0; step += 1) {
    const move = history.random.pick([
      'report',
      'edit',
      'addRule',
      'addRule',
      'deleteRule',
      'undo',
      'undo',
    ] as const);
    await history[move]();
    await history.check();
  }
  for (const ruleId of history.rules) await engine.send(DeleteRule, { ruleId });
  return history;
}

describe('what users set and undo', () => {
  let engine: RuleEngineFixture;
  beforeAll(async () => {
    engine = await RuleEngineFixture.start();
  });
  afterAll(() => engine.close());

  it(
    `stays theirs beside rules and syncs, in ${HISTORIES} random histories from seed ${FIRST_SEED}`,
    async () => {
      let undone = 0;
      for (let number = 0; number < HISTORIES; number += 1) {
        const history = await play(engine, 500 + number, FIRST_SEED + number);
        expect(history.problems).toEqual([]);
        undone += [...history.logs.values()].filter(({ kind }) => kind === 'UNDONE').length;
      }
      if (IS_FULL) process.stdout.write(`undo: ${JSON.stringify({ HISTORIES, FIRST_SEED, undone })}\n`);
      expect(undone).toBeGreaterThan(ONE_SEED ? -1 : HISTORIES / 4);
    },
    IS_FULL ? 7_200_000 : 180_000,
  );
});
