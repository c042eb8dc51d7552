import { SeededRandom } from '@tributary/testing';
import { cellOf, CellPlace } from './cells';
import { encodeText } from './encode-text';
import { Layout } from './layout';
import { Movement } from './movements';
import { OWN_IBAN } from './parties';

/** Returns the file of the layout's bank with these movements, in the order in which they are listed. */
export function writeLayout(
  layout: Layout,
  movements: readonly Movement[],
  random: SeededRandom,
): Uint8Array {
  const place: CellPlace = { layout, seed: random.seed };
  const rows = movements.map((movement, index) =>
    layout.roles.map((_, column) => cellOf(place, movement, column, index)),
  );
  const text = [...beginningOf(layout, random), ...rows, ...endOf(layout)]
    .map((cells) => lineOf(cells, layout))
    .join('\r\n');
  return encodeText(`${text}\r\n`, layout.encoding);
}

/**
 * Returns lines about the account, of one or two cells, and the column names; unknown names become words of no
 * language.
 */
function beginningOf(layout: Layout, random: SeededRandom): string[][] {
  const { header, before, roles } = layout;
  const own = header === null && before > 0 ? before - 1 : before;
  const lines = Array.from({ length: own }, (_, index) => ABOUT[index % ABOUT.length] ?? []);
  if (header === null && before === 0) return lines;
  return [...lines, [...(header ?? roles.map(() => wordOf(random)))]];
}

const ABOUT: readonly (string[] | undefined)[] = [
  ['Konto', OWN_IBAN],
  [],
  ['Kontoinhaber / Holder', 'M. Muster'],
  ['01.03.2026 - 31.12.2026'],
  [],
  ['Created by the online branch'],
];

function endOf({ after }: Layout): string[][] {
  return Array.from({ length: after }, (_, index) => (index === 0 ? [] : ['* not legally binding']));
}

function wordOf(random: SeededRandom): string {
  const syllables = ['ko', 'ra', 'mi', 'tu', 'ves', 'lo', 'pan', 'du'];
  const word = Array.from({ length: random.between(3, 4) }, () => random.pick(syllables)).join('');
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}

function lineOf(cells: readonly string[], { delimiter, style }: Layout): string {
  const written = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return written.join(delimiter) + (style?.trail === true && cells.length > 2 ? delimiter : '');
}
