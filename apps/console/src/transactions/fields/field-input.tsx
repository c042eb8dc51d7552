import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldOf, type FieldName } from './fields';

interface FieldInputProps {
  readonly name: FieldName;
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const TEXT_LENGTH_MAX = 2000;
const AMOUNT = String.raw`-?\d{1,24}(\.\d{1,24})?`;

/** The input for a field of a transaction. */
export function FieldInput({ name, value, onChange, ...words }: FieldInputProps) {
  const { kind } = fieldOf(name);
  const text = {
    ...words,
    value,
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
  };
  switch (kind) {
    case 'text':
      return <TextInput {...text} maxLength={TEXT_LENGTH_MAX} />;
    case 'day':
      return <TextInput {...text} type="date" />;
    case 'amount':
      return (
        <TextInput
          {...text}
          inputMode="decimal"
          pattern={AMOUNT}
          maxLength={24}
          title="A decimal number such as -12.50"
        />
      );
    case 'flag':
      return (
        <Select
          {...words}
          data={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No, pending' },
          ]}
          value={value === '' ? null : value}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      );
  }
}
