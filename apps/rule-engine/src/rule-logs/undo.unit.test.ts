import { outputDocument, SAMPLE_TIME, TransactionDocument } from '@tributary/contracts';
import fc from 'fast-check';
import { propertyRuns, randomDocument, randomPlan } from '../../test/random-rules';
import { compileRule } from '../evaluation/compiled-rule';
import { mapRules, RuleEffect, shape, ShapingInput, ShapingPlan } from '../evaluation/shape';
import {
  AccountPlan,
  incomingInput,
  KnownShaping,
  shapedIncoming,
  ShapingResult,
  StoredTransaction,
} from '../shaping/shaping-decisions';
import { destinationChanges, documentChanges } from '../evaluation/shaping-changes';
import { StoredLog } from '../shaping/results/rule-logs.store';
import { undoLogs } from './undo-run';

/** One transaction of an account with rules and of two links, with its logs, as the tables would store them. */
class Ledger {
  logs: StoredLog[] = [];
  stored: StoredTransaction;
  private readonly compiled: ShapingPlan;

  constructor(
    readonly raw: TransactionDocument,
    public plan: AccountPlan,
  ) {
    this.compiled = mapRules(plan, compileRule);
    const result = this.shapeVersion(1, raw, undefined);
    if (!result) throw new Error('the first version is shaped');
    this.stored = { accountId: 17, userId: 1, ...result, suppressions: [] };
    this.log(result.newEffects);
  }

  /** The provider sends the transaction again. */
  sync(version: number, document: TransactionDocument): void {
    const { transaction, effects, suppressions } = this.stored;
    const { rawVersion, shapedVersion } = transaction;
    const known = { rawVersion, shapedVersion, effects, suppressions, annotation: null };
    this.take(this.shapeVersion(version, document, known));
  }

  /** Undoes one log; the error is null if that succeeded. */
  undo(id: number): { error: string | null; message: string; laterRuleLogId?: number } {
    const own = this.logs.find((log) => log.id === id);
    const state = {
      own: new Map(own ? [[id, own]] : []),
      logs: this.logs,
      stored: new Map([[1, this.stored]]),
      planOf: () => this.plan,
      presentCategory: (category: string) => category,
      now: SAMPLE_TIME,
    };
    const { results, transactions } = undoLogs([id], state);
    const [result] = results;
    if (!result) throw new Error('each id has its result');
    const undone = transactions.get(1);
    if (undone) {
      this.logs = this.logs.map((log) => (log.id === id ? { ...log, undone: true } : log));
      if (own) this.add({ ...own, kind: 'UNDONE' });
      this.stored = undone.stored;
      this.take(undone.result);
    }
    return result;
  }

  get inForce(): StoredLog[] {
    return this.logs.filter(({ kind, undone }) => kind === 'APPLIED' && !undone);
  }

  private shapeVersion(
    version: number,
    document: TransactionDocument,
    known: KnownShaping | undefined,
  ): ShapingResult | null {
    const input = incomingInput(incoming(version, document), known, this.plan);
    return input && shapedIncoming(incoming(version, document), known, this.shape(input));
  }

  private shape(input: ShapingInput) {
    return shape(input, this.compiled);
  }

  private take(result: ShapingResult | null): void {
    if (!result) return;
    this.stored = { ...this.stored, transaction: result.transaction, effects: result.effects };
    this.log(result.newEffects);
  }

  private log(effects: readonly RuleEffect[]): void {
    for (const effect of effects) this.add({ ...effect, transactionId: 1, accountId: 17, userId: 1 });
  }

  private add(log: Omit<StoredLog, 'id' | 'undone'>): void {
    this.logs.push({ ...log, id: this.logs.length + 1, undone: false });
  }
}

function incoming(version: number, document: TransactionDocument) {
  return { id: 1, version, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document };
}

/** The rule of the decision in its simplest form: a later log that still has an effect changed the same field. */
function laterOnSameField(log: StoredLog, all: readonly StoredLog[]): number[] {
  return all
    .filter(
      (other) =>
        other.id > log.id &&
        other.fieldName === log.fieldName &&
        other.actionType === log.actionType &&
        (log.transferLinkId === null || other.transferLinkId === log.transferLinkId),
    )
    .map(({ id }) => id);
}

describe('undoing random rules on random transactions', () => {
  it('newest first, until none is in force, restores the original to the byte', () => {
    fc.assert(
      fc.property(randomDocument, randomPlan, (document, plan) => {
        const ledger = new Ledger(document, plan);
        const bytes = JSON.stringify(document);
        for (const { id: newest } of ledger.inForce.reverse()) {
          expect(ledger.undo(newest).error).toBeNull();
        }
        const { transaction } = ledger.stored;
        expect([transaction.shaped, JSON.stringify(transaction.raw)]).toEqual([null, bytes]);
        for (const output of transaction.outputs) {
          expect(output).toMatchObject({
            document: null,
            destinationFields: {},
            skip: false,
            hash: transaction.hash,
          });
        }
      }),
      propertyRuns(300, 30_000),
    );
  });

  it('one by one, each changes its own field and no other, whatever the rules are by then', () => {
    fc.assert(
      fc.property(randomDocument, randomPlan, randomPlan, (document, plan, later) => {
        const ledger = new Ledger(document, plan);
        ledger.plan = { ...later, links: later.links.map((link) => ({ ...link, rules: [] })) };
        for (const log of ledger.inForce.reverse()) {
          const { transaction: before } = ledger.stored;
          ledger.undo(log.id);
          const { transaction: after } = ledger.stored;
          const changes = [
            ...documentChanges(before.shaped ?? before.raw, after.shaped ?? after.raw),
            ...after.outputs.flatMap((output, index) => {
              const earlier = before.outputs[index] ?? output;
              return [
                ...documentChanges(outputDocument(before, earlier), outputDocument(after, output)),
                ...destinationChanges(earlier, output),
              ];
            }),
          ];
          expect([...new Set(changes.map(({ fieldName }) => fieldName))]).toEqual([log.fieldName]);
        }
      }),
      propertyRuns(300, 30_000),
    );
  });

  it('in any other order, exactly those are refused whose field a later log in force changed, by its name', () => {
    fc.assert(
      fc.property(randomDocument, randomPlan, fc.infiniteStream(fc.nat()), (document, plan, choices) => {
        const ledger = new Ledger(document, plan);
        for (let turn = 0; turn < 15 && ledger.logs.length > 0; turn += 1) {
          const log = ledger.logs[(choices.next().value ?? 0) % ledger.logs.length];
          if (!log) return;
          const blocking = laterOnSameField(log, ledger.inForce);
          const { error, message, laterRuleLogId } = ledger.undo(log.id);
          if (log.undone) expect(error).toBe('already_undone');
          else if (log.kind !== 'APPLIED') expect(error).toBe('not_undoable');
          else if (blocking.length === 0) expect(error).toBeNull();
          else
            expect([error, message, laterRuleLogId]).toEqual([
              'later_change',
              expect.stringContaining(`log ${Math.max(...blocking)}.`),
              Math.max(...blocking),
            ]);
        }
      }),
      propertyRuns(300, 30_000),
    );
  });

  it('keeps undone effects undone, whatever the provider sends', () => {
    fc.assert(
      fc.property(
        randomDocument,
        fc.array(randomDocument, { maxLength: 4 }),
        randomPlan,
        (document, later, plan) => {
          const ledger = new Ledger(document, plan);
          const newest = ledger.inForce.at(-1);
          if (!newest) return;
          ledger.undo(newest.id);
          const known = ledger.logs.length;
          later.forEach((next, index) => ledger.sync(index + 2, next));
          const key = (log: StoredLog) =>
            [log.transferLinkId, log.ruleId, log.actionId, log.fieldName].join(':');
          const back = ledger.logs
            .slice(known)
            .filter((log) => log.kind === 'APPLIED' && key(log) === key(newest));
          expect(back).toEqual([]);
        },
      ),
      propertyRuns(300, 30_000),
    );
  });
});
