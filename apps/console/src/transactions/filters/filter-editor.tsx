import { Button, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import {
  filterField,
  textOfValues,
  valuesIn,
  type ChoiceField,
  type FilterName,
  type SeveralField,
} from './filters';
import { useAccountNames } from '../../api/all-pages';
import { choicesOf } from '../../elements/forms/choices';

const AMOUNT = String.raw`-?\d{1,24}(\.\d{1,24})?`;
const VALUES_MAX = 50;

interface FilterEditorProps {
  readonly name: FilterName;
  /** Value of the filter as the API takes it; empty for a new filter. */
  readonly text: string;
  readonly onApply: (text: string) => void;
}

/** Chooses the value of a filter. */
export function FilterEditor({ name, text: initial, onApply }: FilterEditorProps) {
  const [text, setText] = useState(initial);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply(text);
  };
  return (
    <form onSubmit={apply}>
      <Stack gap="sm" w="min(20rem, 80vw)">
        <Value name={name} text={text} setText={setText} />
        <Button type="submit" size="xs" disabled={text === ''}>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

interface ValueProps {
  readonly name: FilterName;
  readonly text: string;
  readonly setText: (text: string) => void;
}

function Value({ name, text, setText }: ValueProps) {
  const field = filterField(name);
  const one = {
    label: field.label,
    value: text,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => setText(event.currentTarget.value),
    'data-autofocus': true,
  };
  switch (field.kind) {
    case 'texts':
    case 'ids':
    case 'currency':
    case 'accounts':
    case 'choices':
      return <Values field={field} text={text} setText={setText} />;
    case 'flag':
      return (
        <Select
          label={field.label}
          data-autofocus
          data={FLAGS}
          value={text === '' ? null : text}
          onChange={(value) => setText(value ?? '')}
          comboboxProps={{ withinPortal: false }}
        />
      );
    case 'day':
      return <TextInput type="date" {...one} />;
    case 'moment':
      return <MomentInput label={field.label} text={text} setText={setText} />;
    case 'amount':
      return (
        <TextInput
          {...one}
          inputMode="decimal"
          pattern={AMOUNT}
          title="A decimal number such as -12.50"
          description="Money that goes out is negative."
        />
      );
    case 'words':
      return <TextInput {...one} />;
  }
}

interface MomentInputProps extends Omit<ValueProps, 'name'> {
  readonly label: string;
}

function MomentInput({ label, text, setText }: MomentInputProps) {
  return (
    <TextInput
      label={label}
      data-autofocus
      type="datetime-local"
      value={localMoment(text)}
      onChange={({ currentTarget: { value } }) => setText(value === '' ? '' : new Date(value).toISOString())}
    />
  );
}

const FLAGS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

interface ValuesProps extends Omit<ValueProps, 'name'> {
  readonly field: SeveralField | ChoiceField;
}

/** Chooses several values, of which one has to match. */
function Values({ field, text, setText }: ValuesProps) {
  const accounts = useAccountNames();
  const several = {
    value: [...valuesIn(text)],
    onChange: (values: string[]) => setText(textOfValues(values, field.kind === 'texts')),
    'data-autofocus': true,
    label: field.label,
    comboboxProps: { withinPortal: false },
  };
  switch (field.kind) {
    case 'texts':
      return (
        <TagsInput
          {...several}
          maxTags={VALUES_MAX}
          description="Press Enter after each text. One of them has to match."
        />
      );
    case 'ids':
      return <TagsInput {...several} maxTags={VALUES_MAX} description="Press Enter after each number." />;
    case 'currency':
      return (
        <TagsInput
          {...several}
          maxTags={VALUES_MAX}
          onChange={(values) => setText(values.map((value) => value.toUpperCase()).join(','))}
          description="Codes such as EUR; press Enter after each."
        />
      );
    case 'accounts':
      return (
        <MultiSelect
          {...several}
          searchable
          data={[...accounts].map(([value, label]) => ({ value, label: `${label} (${value})` }))}
        />
      );
    case 'choices':
      return <MultiSelect {...several} data={choicesOf(field.choices)} />;
  }
}

/** A moment as the browser's own input takes it, in the reader's time zone. */
function localMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
