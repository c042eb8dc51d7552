import { StatementHolding } from '../../formats/statement';
import { FileHoldings } from '../file-reading';

/** Of one account. */
const POSITIONS_MAX = 5_000;

/** The positions of one account as the newest of its statements has them. */
export class StatedHoldings {
  private day = '';
  private positions: FileHoldings['positions'][number][] = [];
  private count = 0;

  add({ date, key, document }: StatementHolding): void {
    if (date < this.day) return;
    if (date > this.day) [this.day, this.positions, this.count] = [date, [], 0];
    this.count += 1;
    if (this.count <= POSITIONS_MAX) this.positions.push({ key, document });
  }

  /** Null where the file states none. A part of too many would look like all of them. */
  result(): FileHoldings | null {
    return this.count === 0 || this.count > POSITIONS_MAX
      ? null
      : { day: this.day, positions: this.positions };
  }

  /** Why they are not stored; null where they are. */
  get problem(): string | null {
    return this.count > POSITIONS_MAX
      ? `The account has more than ${POSITIONS_MAX} positions, which are not stored.`
      : null;
  }
}
