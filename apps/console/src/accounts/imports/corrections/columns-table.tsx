import { NativeSelect, ScrollArea, Table, Text } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { choicesOf, valueIn } from '../../../elements/forms/choices';
import { COLUMN_WORDS } from '../import-words';

type Columns = NonNullable<FileImport['csv']>['columns'];

const NOT_READ = { value: '', label: 'Not read' };
const COLUMNS = [NOT_READ, ...choicesOf(COLUMN_WORDS)];
const MARKED = 'var(--mantine-color-yellow-light)';

interface ColumnsTableProps {
  readonly columns: Columns;
  readonly rows: FileImport['csv_sample'];
  /** Indexes of the columns that a question is about. */
  readonly doubtful: ReadonlySet<number>;
  readonly onChange: (columns: Columns) => void;
}

/** The first rows of a CSV file, and what each column has. */
export function ColumnsTable({ columns, rows, doubtful, onChange }: ColumnsTableProps) {
  const colour = (index: number) => (doubtful.has(index) ? MARKED : undefined);
  return (
    <ScrollArea tabIndex={0} role="region" aria-label="First rows">
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, index) => (
              <Table.Th key={index} bg={colour(index)}>
                <NativeSelect
                  miw={130}
                  aria-label={`Column ${index + 1}${doubtful.has(index) ? ', in doubt' : ''}`}
                  data={COLUMNS}
                  value={column ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onChange(columns.with(index, valueIn(COLUMN_WORDS, value) ?? null))
                  }
                />
                {doubtful.has(index) && (
                  <Text size="xs" fw={600}>
                    Please check
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, line) => (
            <Table.Tr key={line}>
              {columns.map((_, index) => (
                <Table.Td key={index} bg={colour(index)}>
                  {row[index]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
