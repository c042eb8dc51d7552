import { Group, Select, TagsInput, TextInput } from '@mantine/core';
import { listOf, rangeOf, textOfList } from './operand-values';
import type { ConditionDraft } from '../rule-draft';
import { fieldOf, operandOf, valuesOf, type RuleLanguage } from './rule-language';

interface OperandInputProps {
  readonly language: RuleLanguage;
  readonly condition: ConditionDraft;
  readonly error: string | undefined;
  readonly onChange: (value: string | null) => void;
}

/** The operand of a comparison: none, one value, several, or the two ends of a range. */
export function OperandInput({ language, condition, error, onChange }: OperandInputProps) {
  const { fieldName, operator, value } = condition;
  const hint = valuesOf(language, fieldName);
  const text = {
    value: value ?? '',
    onChange: (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value),
    error,
  };
  switch (operandOf(language, operator)) {
    case 'none':
      return null;
    case 'list':
      return (
        <TagsInput
          label="Values"
          description="Press Enter after each."
          value={listOf(value)}
          onChange={(values) => onChange(textOfList(values))}
          acceptValueOnBlur
          splitChars={[]}
          error={error}
        />
      );
    case 'range':
      return <RangeInput value={value} hint={hint} error={error} onChange={onChange} />;
    case 'pattern':
      return <TextInput label="Regular expression" ff="monospace" {...text} />;
    case 'one':
      return fieldOf(language, fieldName)?.type === 'boolean' ? (
        <Select
          label="Value"
          data={['true', 'false']}
          value={value}
          onChange={onChange}
          allowDeselect={false}
          error={error}
        />
      ) : (
        <TextInput label="Value" description={hint} {...text} />
      );
  }
}

interface RangeInputProps extends Pick<OperandInputProps, 'error' | 'onChange'> {
  readonly value: string | null;
  readonly hint: string;
}

function RangeInput({ value, hint, error, onChange }: RangeInputProps) {
  const [from, to] = rangeOf(value);
  return (
    <Group grow align="flex-start">
      <TextInput
        label="From"
        description={hint}
        value={from}
        onChange={({ currentTarget }) => onChange(`${currentTarget.value},${to}`)}
        error={error}
      />
      <TextInput
        label="To"
        description={hint}
        value={to}
        onChange={({ currentTarget }) => onChange(`${from},${currentTarget.value}`)}
        error={error !== undefined}
      />
    </Group>
  );
}
