/** A table as Prettier lays it out. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')),
  );
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [first, ...others] = cells;
  return [
    line(first),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...others.map(line),
  ].join('\n');
}
