import { TransactionFieldChanges } from '@tributary/contracts';
import { SeededRandom } from '@tributary/testing';
import { CorrectedAccount, CorrectedRow } from './corrected-account';
import { CorrectedBank } from './corrected-bank';

/** Fields that are set in histories; only a whole's amount can be set by its user. */
export const SET_FIELDS = [
  'mapped_fields.payee',
  'mapped_fields.description',
  'creditor.name',
  'additional_information',
  'amount',
] as const;
export type SetField = (typeof SET_FIELDS)[number];

/** Returns the change that sets a field, or releases it (null). */
export function settingOf(field: SetField, value: string | null): TransactionFieldChanges {
  switch (field) {
    case 'mapped_fields.payee':
      return { mapped_fields: { payee: value } };
    case 'mapped_fields.description':
      return { mapped_fields: { description: value } };
    case 'creditor.name':
      return { creditor: { name: value } };
    case 'additional_information':
      return { additional_information: value };
    case 'amount':
      return { amount: value };
  }
}

/** A user's change that the twin makes, too, on its corresponding row. */
export type TwinChange = (twin: CorrectedAccount) => Promise<unknown>;

/**
 * One random history: an account that the user corrects, and its twin, which has the same bank and the same corrections
 * but is never split. The user's values are recorded by row.
 */
export class CorrectionHistory {
  readonly set = new Map<number, Map<SetField, string>>();
  readonly bank: CorrectedBank;
  readonly random: SeededRandom;
  /** The changes that the twin still has to make. */
  private waiting: TwinChange[] = [];

  constructor(
    readonly seed: number,
    readonly account: CorrectedAccount,
    readonly twin: CorrectedAccount,
  ) {
    this.random = new SeededRandom(seed);
    this.bank = new CorrectedBank(new SeededRandom(seed ^ 0x5eed));
  }

  setOn(id: number): Map<SetField, string> {
    const known = this.set.get(id) ?? new Map<SetField, string>();
    this.set.set(id, known);
    return known;
  }

  /** Lets the twin make the same change afterwards to its own row. */
  mirror(row: CorrectedRow, change: (twin: CorrectedAccount, id: number) => Promise<unknown>): void {
    const place = this.account.wholes.findIndex(({ id }) => id === row.id);
    const same = this.twin.wholes[place];
    if (!same) throw new Error(`history ${this.seed}: the twin has no row ${place}`);
    this.waiting.push((twin) => change(twin, same.id));
  }

  async playTwin(): Promise<void> {
    const changes = this.waiting;
    this.waiting = [];
    for (const change of changes) await change(this.twin);
  }

  /** Returns a row that is a whole or a part, or null. */
  pick(rows: readonly CorrectedRow[]): CorrectedRow | null {
    const live = rows.filter(({ state }) => state === 'LIVE');
    return live.length === 0 ? null : this.random.pick(live);
  }
}
