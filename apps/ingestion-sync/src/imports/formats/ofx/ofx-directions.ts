/** How the amounts of one statement are to be read. */
export type Direction =
  /** As OFX has it: money that left the account has a sign. */
  | 'AS_STATED'
  /** Nothing has a sign: the kind of each entry says where the money went. */
  | 'BY_TYPE'
  /** Outgoing amounts have no sign, and incoming amounts have one. */
  | 'TURNED';

/** Other kinds say nothing without a sign: OFX calls both a withdrawal and a deposit at a machine `ATM`. */
const OUT = new Set(['DEBIT', 'CHECK', 'CASH', 'FEE', 'SRVCHG', 'DIRECTDEBIT', 'REPEATPMT']);
const IN = new Set(['CREDIT', 'DEP', 'DIRECTDEP', 'DIV']);
/** Once it is known that nothing has a sign, these are what they mostly are. */
const MOSTLY_OUT = new Set(['POS', 'ATM']);
/** A bank account may have one wrongly named entry among its deposits; a card mostly has purchases. */
const BANK_DEBITS_MIN = 2;
const BANK_ROWS_MIN = 4;

/** Which way the money of an entry without a sign went; null where its kind leaves that open. */
export function directionOf(type: string | undefined): 'OUT' | 'IN' | null {
  const kind = (type ?? '').toUpperCase();
  if (OUT.has(kind) || MOSTLY_OUT.has(kind)) return 'OUT';
  return IN.has(kind) ? 'IN' : null;
}

/**
 * Decides from a statement's entries how its amounts are signed. Some banks write the purchases of a card, or everything, without
 * a sign. All entries must agree on it; where they do not, the amounts are read as the file states them.
 */
export class Directions {
  private rows = 0;
  /** Entries whose kind is exactly DEBIT or CREDIT. */
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

  /** The signs are those of OFX. */
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
