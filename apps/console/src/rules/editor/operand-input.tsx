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

/** What the field is compared with: nothing, one value, several, or two. */
export function OperandInput({ language, condition, error, onChange }: OperandInputProps) {
  const { fieldName, operator, value } = condition;
  const type = fieldOf(language, fieldName)?.type ?? 'text';
  const hint = valuesOf(language, fieldName);
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
    case 'range': {
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
    case 'pattern':
      return (
        <TextInput
          label="Regular expression"
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          ff="monospace"
          error={error}
        />
      );
    case 'one':
      return type === 'boolean' ? (
        <Select
          label="Value"
          data={['true', 'false']}
          value={value}
          onChange={onChange}
          allowDeselect={false}
          error={error}
        />
      ) : (
        <TextInput
          label="Value"
          description={hint}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          error={error}
        />
      );
  }
}
