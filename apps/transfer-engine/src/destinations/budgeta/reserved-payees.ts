/** Beginnings of payees that BUDGETA keeps for itself: it refuses a row with one of them, however often it is sent. */
const RESERVED = [
  'Transfer : ',
  'Starting Balance',
  'Manual Balance Adjustment',
  'Reconciliation Balance Adjustment',
];

/** The beginning that BUDGETA reserves; null where the payee has none of them. */
export function reservedBeginning(payee: string): string | null {
  // "Transfer :" alone counts too: BUDGETA's own texts are compared as they are, and blanks at the end are cut.
  const text = `${payee.trim().replace(/\s+/g, ' ').toLowerCase()} `;
  return RESERVED.find((one) => text.startsWith(one.toLowerCase())) ?? null;
}

/** A payee that BUDGETA accepts: a reserved one in quotation marks, so that nothing of the bank's name is lost. */
export function acceptablePayee(payee: string): string {
  return reservedBeginning(payee) === null ? payee : `"${payee}"`;
}

/** For the log of the transfer: how the payee differs from the transaction's; null where it does not. */
export function alteredPayeeNote(payee: string): string | null {
  const beginning = reservedBeginning(payee);
  if (beginning === null) return null;
  return `BUDGETA reserves payees that begin with "${beginning.trim()}", so the payee was sent in quotation marks.`;
}
