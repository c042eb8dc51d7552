import { Button, Group, NativeSelect, NumberInput, ScrollArea, Table } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../../elements/use-change';
import { Section } from '../section';
import { COLUMN_WORDS, DATE_ORDERS } from './import-words';

type Csv = NonNullable<FileImport['csv']>;
type Column = keyof typeof COLUMN_WORDS;

const NOT_READ = { value: '', label: 'Not read' };
const COLUMNS = [NOT_READ, ...Object.entries(COLUMN_WORDS).map(([value, label]) => ({ value, label }))];
const ENCODINGS: Csv['encoding'][] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];
const DELIMITERS: { value: Csv['delimiter']; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Bar' },
];
const MARKS: { value: Csv['decimal_mark']; label: string }[] = [
  { value: '.', label: 'Point' },
  { value: ',', label: 'Comma' },
];

interface CorrectColumnsProps {
  readonly shown: FileImport;
  readonly csv: Csv;
}

/** How a CSV file is read, and its first rows. */
export function CorrectColumns({ shown: { id, csv_sample: rows }, csv: detected }: CorrectColumnsProps) {
  const [csv, setCsv] = useState(detected);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Reading the file again' });
  const set = (changes: Partial<Csv>) => setCsv((before) => ({ ...before, ...changes }));
  const width = Math.max(csv.columns.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => csv.columns[index] ?? null);
  return (
    <Section title="How the file is read">
      <Group align="flex-end">
        <NativeSelect
          label="Encoding"
          data={ENCODINGS}
          value={csv.encoding}
          onChange={({ currentTarget: { value } }) => set({ encoding: value as Csv['encoding'] })}
        />
        <NativeSelect
          label="Between columns"
          data={DELIMITERS}
          value={csv.delimiter}
          onChange={({ currentTarget: { value } }) => set({ delimiter: value as Csv['delimiter'] })}
        />
        <NativeSelect
          label="Decimal mark"
          data={MARKS}
          value={csv.decimal_mark}
          onChange={({ currentTarget: { value } }) => set({ decimal_mark: value as Csv['decimal_mark'] })}
        />
        <NativeSelect
          label="Dates"
          data={DATE_ORDERS}
          value={csv.date_order}
          onChange={({ currentTarget: { value } }) => set({ date_order: value as Csv['date_order'] })}
        />
        <NumberInput
          label="Rows before the first entry"
          min={0}
          max={1000}
          value={csv.skip_rows}
          onChange={(value) => set({ skip_rows: Number(value) })}
        />
      </Group>
      <ScrollArea tabIndex={0} role="region" aria-label="First rows">
        <Table>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column, index) => (
                <Table.Th key={index}>
                  <NativeSelect
                    aria-label={`Column ${index + 1}`}
                    data={COLUMNS}
                    value={column ?? ''}
                    onChange={({ currentTarget: { value } }) =>
                      set({ columns: columns.with(index, value === '' ? null : (value as Column)) })
                    }
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, line) => (
              <Table.Tr key={line}>
                {columns.map((_, index) => (
                  <Table.Td key={index}>{row[index]}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      <Button
        mt="sm"
        variant="default"
        loading={change.isPending}
        onClick={() =>
          change.mutate({ params: { path: { importId: id } }, body: { csv: { ...csv, columns } } })
        }
      >
        Read the file like this
      </Button>
    </Section>
  );
}
