import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Names and values, one a row. */
export function Facts({ facts, label }: { readonly facts: readonly Fact[]; readonly label: string }) {
  return (
    <Table.ScrollContainer
      minWidth={280}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label } }}
    >
      <Table aria-label={label} maw="52rem">
        <Table.Tbody>
          {facts.map(({ label: name, value, note }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="12rem">
                {name}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {value}
                {note}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
