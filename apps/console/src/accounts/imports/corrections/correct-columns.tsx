import { Button, Group, NativeSelect, NumberInput, Select, Switch, TagsInput } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../../../elements/changes/use-change';
import { choicesOf, valueIn } from '../../../elements/forms/choices';
import { Section } from '../../../elements/section';
import { DATE_ORDER_WORDS } from '../import-words';
import { ColumnsTable } from './columns-table';
import { encodingChoices } from './encodings';
import { ReadingCertainty } from './reading-certainty';

type Csv = NonNullable<FileImport['csv']>;

const DELIMITER_WORDS: Readonly<Record<Csv['delimiter'], string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Bar',
};
const DECIMAL_MARK_WORDS: Readonly<Record<Csv['decimal_mark'], string>> = { '.': 'Point', ',': 'Comma' };
const WORDS_MAX = 50;

interface CorrectColumnsProps {
  readonly fileImport: FileImport;
  readonly csv: Csv;
}

/** The reading of a CSV file, its certainty, and the first rows. Sending the reading confirms it. */
export function CorrectColumns({ fileImport, csv: detected }: CorrectColumnsProps) {
  const { id, csv_sample: rows, certainty, questions } = fileImport;
  const [csv, setCsv] = useState(detected);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Reading the file again' });
  const set = (changes: Partial<Csv>) => setCsv((before) => ({ ...before, ...changes }));
  const width = Math.max(csv.columns.length, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => csv.columns[index] ?? null);
  return (
    <Section title="How the file is read">
      <ReadingCertainty
        fileImport={fileImport}
        advice="Correct what is wrong, then choose “Read the file like this”."
      />
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
        <Choice
          label="Between columns"
          words={DELIMITER_WORDS}
          value={csv.delimiter}
          onChange={(delimiter) => set({ delimiter })}
        />
        <Choice
          label="Decimal mark"
          words={DECIMAL_MARK_WORDS}
          value={csv.decimal_mark}
          onChange={(mark) => set({ decimal_mark: mark })}
        />
        <Choice
          label="Dates"
          words={DATE_ORDER_WORDS}
          value={csv.date_order}
          onChange={(order) => set({ date_order: order })}
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
      {csv.columns.includes('status') && <NoMovementWords csv={csv} set={set} />}
    </>
  );
}

function NoMovementWords({ csv, set }: OptionsProps) {
  return (
    <TagsInput
      maw={520}
      label="Words of the status column that mean no movement"
      description="Beside those that are known, such as declined or expired. Press Enter after each."
      maxTags={WORDS_MAX}
      value={csv.no_movement_words ?? []}
      onChange={(words) => set({ no_movement_words: words.map((word) => word.slice(0, 100)) })}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly words: Readonly<Record<Value, string>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** Chooses one value of a word table. */
export function Choice<Value extends string>({ label, words, value, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      data={choicesOf(words)}
      value={value}
      onChange={(event) => onChange(valueIn(words, event.currentTarget.value) ?? value)}
    />
  );
}
