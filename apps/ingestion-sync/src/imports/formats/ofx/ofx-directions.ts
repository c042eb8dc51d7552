/** How the amounts of one statement are signed. */
export type Direction =
  /** As OFX defines: outgoing money is negative. */
  | 'AS_STATED'
  /** All amounts are unsigned: the type of each entry gives the direction. */
  | 'BY_TYPE'
  /** Outgoing amounts are positive, and incoming amounts negative. */
  | 'TURNED';

/** Types that are outgoing. Others are ambiguous without a sign: `ATM` is a withdrawal or a deposit. */
const OUT = new Set(['DEBIT', 'CHECK', 'CASH', 'FEE', 'SRVCHG', 'DIRECTDEBIT', 'REPEATPMT']);
const IN = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'DIV']);
/** Types that are mostly outgoing, if all amounts are unsigned. */
const MOSTLY_OUT = new Set(['POS', 'ATM']);
/** The debits required in a bank account, where one deposit may have a wrong type; a card mostly has purchases. */
const BANK_DEBITS_MIN = 2;
const BANK_ROWS_MIN = 4;

/** Returns the direction of an unsigned entry by its type; null if the type allows both. */
export function directionOf(type: string | undefined): 'OUT' | 'IN' | null {
  const kind = (type ?? '').toUpperCase();
  if (OUT.has(kind) || MOSTLY_OUT.has(kind)) return 'OUT';
  return IN.has(kind) ? 'IN' : null;
}

/**
 * Decides from a statement's entries how its amounts are signed. Some banks write the purchases of a card, or all
 * amounts, without a sign. All entries must agree; otherwise the amounts are read as OFX defines.
 */
export class Directions {
  private rows = 0;
  /** The number of entries of type DEBIT and CREDIT. */
  private readonly plain = { DEBIT: 0, CREDIT: 0 };
  private readonly out = { signed: 0, unsigned: 0 };
  private readonly in = { signed: 0, unsigned: 0 };
  private othersSigned = 0;

  constructor(private readonly isCard: boolean) {}

  add(type: string | undefined, amount: string | undefined): void {
    const kind = (type ?? '').toUpperCase();
    const sign = /[-−–(]/.test(amount ?? '') ? 'signed' : 'unsigned';
    this.rows += 1;
    if (kind === 'DEBIT' || kind === 'CREDIT') this.plain[kind] += 1;
    if (OUT.has(kind)) this.out[sign] += 1;
    else if (IN.has(kind)) this.in[sign] += 1;
    else if (sign === 'signed') this.othersSigned += 1;
  }

  /** Whether the signs are those of OFX. */
  private get isPlain(): boolean {
    const anySigned = this.in.signed + this.othersSigned > 0;
    return this.out.signed > 0 || (this.in.unsigned > 0 && anySigned);
  }

  decide(): Direction {
    if (this.isPlain || this.plain.DEBIT === 0 || this.plain.CREDIT === 0) return 'AS_STATED';
    const enough = this.isCard || (this.plain.DEBIT >= BANK_DEBITS_MIN && this.rows >= BANK_ROWS_MIN);
    if (!enough || this.out.unsigned === 0) return 'AS_STATED';
    if (this.in.unsigned === 0) return this.in.signed > 0 ? 'TURNED' : 'AS_STATED';
    return 'BY_TYPE';
  }
}
