import { ShapedTransaction, TransactionDocument, withoutSensitiveFields } from '@tributary/contracts';

/** Shorter values are in other texts by chance. */
const LENGTH_MIN = 5;

/**
 * Whether fields that every reader sees hold a value of the transaction that takes `sensitive:read`, and the bank itself
 * does not show there: some rule wrote it. Values are found as a whole, in any case of letters; parts of them are not.
 * Pure: no I/O.
 */
export function showsHidden({
  raw,
  shaped,
  outputs,
}: Pick<ShapedTransaction, 'raw' | 'shaped' | 'outputs'>): boolean {
  const documents = [shaped, ...outputs.map(({ document }) => document)].filter((one) => one !== null);
  const written = [
    ...documents.map(shownText),
    ...outputs.map(({ destinationFields }) => textOf(destinationFields)),
  ];
  if (written.length === 0) return false;
  const byTheBank = shownText(raw);
  return hiddenValues(raw).some(
    (value) => !byTheBank.includes(value) && written.some((text) => text.includes(value)),
  );
}

function shownText(document: TransactionDocument): string {
  return textOf(withoutSensitiveFields(document));
}

function textOf(value: unknown): string {
  return JSON.stringify(value).toLowerCase();
}

/** The texts that redaction takes out of the document, as they look in its JSON. */
function hiddenValues(document: TransactionDocument): string[] {
  const shown = new Map(leavesOf(withoutSensitiveFields(document)));
  return leavesOf(document)
    .filter(([path, value]) => !shown.has(path) && value.length >= LENGTH_MIN)
    .map(([, value]) => textOf(value).slice(1, -1));
}

function leavesOf(value: unknown, path = ''): [path: string, value: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${path}.${name}`));
}
