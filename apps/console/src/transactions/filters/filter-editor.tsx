import { Button, MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { filterField, textOfValues, valuesIn, type FilterName } from './filters';
import { useAccountNames } from '../use-accounts';

const AMOUNT = String.raw`-?\d{1,24}(\.\d{1,24})?`;
const VALUES_MAX = 50;

interface FilterEditorProps {
  readonly name: FilterName;
  /** As the API takes it; empty for a new filter. */
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
  const accounts = useAccountNames();
  const several = (isText: boolean) => ({
    value: [...valuesIn(text)],
    onChange: (values: string[]) => setText(textOfValues(values, isText)),
    'data-autofocus': true,
    label: field.label,
    comboboxProps: { withinPortal: false },
  });
  const one = {
    label: field.label,
    value: text,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => setText(event.currentTarget.value),
    'data-autofocus': true,
  };
  switch (field.kind) {
    case 'texts':
      return (
        <TagsInput
          {...several(true)}
          maxTags={VALUES_MAX}
          description="Press Enter after each text. One of them has to match."
        />
      );
    case 'ids':
      return (
        <TagsInput {...several(false)} maxTags={VALUES_MAX} description="Press Enter after each number." />
      );
    case 'currency':
      return (
        <TagsInput
          {...several(false)}
          maxTags={VALUES_MAX}
          onChange={(values) => setText(values.map((value) => value.toUpperCase()).join(','))}
          description="Codes such as EUR; press Enter after each."
        />
      );
    case 'accounts':
      return (
        <MultiSelect
          {...several(false)}
          searchable
          data={[...accounts].map(([value, label]) => ({ value, label: `${label} (${value})` }))}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...several(false)}
          data={Object.entries(field.choices).map(([value, label]) => ({ value, label }))}
        />
      );
    case 'flag':
      return (
        <Select
          label={field.label}
          data-autofocus
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={text === '' ? null : text}
          onChange={(value) => setText(value ?? '')}
          comboboxProps={{ withinPortal: false }}
        />
      );
    case 'day':
      return <TextInput type="date" {...one} />;
    case 'moment':
      return (
        <TextInput
          {...one}
          type="datetime-local"
          value={localMoment(text)}
          onChange={({ currentTarget }) =>
            setText(currentTarget.value === '' ? '' : new Date(currentTarget.value).toISOString())
          }
        />
      );
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

/** A moment as the browser's own input takes it, in the reader's time zone. */
function localMoment(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
