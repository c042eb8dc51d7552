import { Box, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { DataTable, type Column } from './data-table';

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
}

interface TableBelowProps {
  /** Names the table. */
  readonly label: string;
  /** The titles; all columns but the first contain figures. */
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const COLUMN_PX = 110;
const HEIGHT_PX = 360;

/** The exact figures of a chart, in a table that opens below it. */
export function TableBelow({ label, columns, rows }: TableBelowProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <Box>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {isOpen ? 'Hide the table' : 'Show as a table'}
      </Button>
      <div id={id}>
        {isOpen && (
          <DataTable
            label={label}
            columns={columns.map((title, index): Column<Row> => ({
              title,
              align: index === 0 ? undefined : 'right',
              cell: ({ cells }) => cells[index],
            }))}
            rows={rows}
            keyOf={({ key }) => key}
            minWidth={columns.length * COLUMN_PX}
            maxHeight={HEIGHT_PX}
          />
        )}
      </div>
    </Box>
  );
}
