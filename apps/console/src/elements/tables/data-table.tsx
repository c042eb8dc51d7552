import { Button, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** Whether only screen readers get the title. */
  readonly isTitleHidden?: boolean;
  /** A control instead of the title, such as a checkbox for all rows. */
  readonly head?: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the right. */
  readonly align?: 'right';
  /** The cell names its row. */
  readonly isRowHeader?: boolean;
  readonly maxWidth?: string;
}

interface DataTableProps<Row> {
  /** Names the table for screen readers; no other region of the screen may have the same name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Width in pixels below which the table scrolls. */
  readonly minWidth?: number;
  /** A visible caption. */
  readonly caption?: string;
  /** Keeps the header visible while this height scrolls, in pixels. */
  readonly maxHeight?: number;
}

/** A table of rows, one column for each declaration. It scrolls by itself where the screen is too narrow for it. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, keyOf, minWidth = 520, caption, maxHeight } = props;
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      maxHeight={maxHeight}
      type="native"
      // Hidden headings are positioned absolutely: they belong to this box, or they would widen the page.
      pos="relative"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table aria-label={label} stickyHeader={maxHeight !== undefined}>
        {caption !== undefined && <Table.Caption>{caption}</Table.Caption>}
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} ta={column.align}>
                {headOf(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The last column of a table, with the buttons of each row. */
export function actionsColumn<Row>(cell: Column<Row>['cell']): Column<Row> {
  return { title: 'Actions', isTitleHidden: true, cell };
}

function headOf<Row>({ title, head, isTitleHidden = false }: Column<Row>): ReactNode {
  if (head !== undefined) return head;
  return isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title;
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { cell, align, isRowHeader = false, maxWidth } = column;
  if (isRowHeader) return <Table.Th scope="row">{cell(row)}</Table.Th>;
  return (
    <Table.Td ta={align} maw={maxWidth} style={{ overflowWrap: 'anywhere' }}>
      {cell(row)}
    </Table.Td>
  );
}

interface RowButtonProps {
  readonly words: string;
  /** Names the row as well, for screen readers. */
  readonly label?: string;
  readonly color?: 'red';
  readonly isLoading?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** A button of one row. */
export function RowButton({
  words,
  label,
  color,
  isLoading = false,
  isDisabled = false,
  onClick,
}: RowButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      c={color}
      loading={isLoading}
      disabled={isDisabled}
      aria-label={label}
      onClick={onClick}
    >
      {words}
    </Button>
  );
}
