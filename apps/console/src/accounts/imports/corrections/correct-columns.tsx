import {
  Alert,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Select,
  Switch,
  TagsInput,
  Text,
} from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../../../elements/changes/use-change';
import { Section } from '../../section';
import { ColumnsTable } from './columns-table';
import { encodingChoices } from './encodings';
import { CERTAINTY_WORDS, DATE_ORDERS, questionText } from '../import-words';

type Csv = NonNullable<FileImport['csv']>;

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
const WORDS_MAX = 50;

interface CorrectColumnsProps {
  readonly shown: FileImport;
  readonly csv: Csv;
}

/** How a CSV file is read, how sure that is, and its first rows. Sending the reading confirms it. */
export function CorrectColumns({ shown, csv: detected }: CorrectColumnsProps) {
  const { id, csv_sample: rows, certainty, questions } = shown;
  const [csv, setCsv] = useState(detected);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Reading the file again' });
  const set = (changes: Partial<Csv>) => setCsv((before) => ({ ...before, ...changes }));
  const width = Math.max(csv.columns.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => csv.columns[index] ?? null);
  return (
    <Section title="How the file is read">
      {certainty === 'GUESS' ? (
        <Alert color="yellow" title={CERTAINTY_WORDS.GUESS}>
          {questions.map((question) => (
            <Text key={question.text} size="sm">
              {questionText(question)}
            </Text>
          ))}
          <Text size="sm">Correct what is wrong, then choose “Read the file like this”.</Text>
        </Alert>
      ) : (
        certainty !== null && <Text size="sm">{CERTAINTY_WORDS[certainty]}</Text>
      )}
      <Options csv={csv} set={set} />
      <ColumnsTable
        columns={columns}
        rows={rows}
        doubtful={certainty === 'GUESS' ? new Set(questions.flatMap((one) => one.columns)) : new Set()}
        onChange={(changed) => set({ columns: changed })}
      />
      <Button
        mt="sm"
        variant={certainty === 'GUESS' ? 'filled' : 'default'}
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

interface OptionsProps {
  readonly csv: Csv;
  readonly set: (changes: Partial<Csv>) => void;
}

function Options({ csv, set }: OptionsProps) {
  return (
    <>
      <Group align="flex-end">
        <Select
          label="Encoding"
          searchable
          allowDeselect={false}
          data={encodingChoices(csv.encoding)}
          value={csv.encoding}
          onChange={(encoding) => {
            if (encoding !== null) set({ encoding });
          }}
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
      <Switch
        label="Turn the signs: amounts without a sign left the account"
        checked={csv.turn_signs ?? false}
        onChange={({ currentTarget: { checked } }) => set({ turn_signs: checked })}
      />
      {csv.columns.includes('status') && (
        <TagsInput
          maw={520}
          label="Words of the status column that mean no movement"
          description="Beside those that are known, such as declined or expired. Press Enter after each."
          maxTags={WORDS_MAX}
          value={csv.no_movement_words ?? []}
          onChange={(words) => set({ no_movement_words: words.map((word) => word.slice(0, 100)) })}
        />
      )}
    </>
  );
}
