import { Box, Button, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';

interface InWordsProps {
  /** What the table shows. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** The exact figures of a chart, in a table that opens below it. */
export function InWords({ label, columns, rows }: InWordsProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <Box>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
        {isOpen ? 'Hide the table' : 'Show as a table'}
      </Button>
      <div id={id}>
        {isOpen && (
          <Table.ScrollContainer
            minWidth={columns.length * 110}
            maxHeight={360}
            type="native"
            tabIndex={0}
            role="region"
            aria-label={label}
          >
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  {columns.map((column, index) => (
                    <Table.Th key={column} ta={index === 0 ? 'left' : 'right'}>
                      {column}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ key, cells }) => (
                  <Table.Tr key={key}>
                    {cells.map((cell, index) => (
                      <Table.Td key={columns[index]} ta={index === 0 ? 'left' : 'right'}>
                        {cell}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </div>
    </Box>
  );
}
