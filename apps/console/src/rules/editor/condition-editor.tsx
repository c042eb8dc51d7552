import { ActionIcon, Autocomplete, Group, Paper, Select, Stack, Text } from '@mantine/core';
import X from 'lucide-react/icons/x';
import type { FieldErrors } from './field-errors';
import { OperandInput } from './operand-input';
import type { ConditionDraft } from '../rule-draft';
import { namesOf, operandOf, operatorsOf, wordsOf, type RuleLanguage } from './rule-language';
import { TRANSACTION_TYPES } from './words';

interface ConditionEditorProps {
  readonly language: RuleLanguage;
  readonly condition: ConditionDraft;
  /** From 0. */
  readonly index: number;
  readonly errors: FieldErrors;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}

/** One condition: which transactions, which field, how it is compared, with what. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { language, condition, index, errors, onChange, onRemove } = props;
  const operators = operatorsOf(language, condition.fieldName);
  const chosen = language.operators.find(({ operator }) => operator === condition.operator);
  const errorOf = (member: string) => errors[`conditions.${index}.${member}`];

  const setField = (fieldName: string) => {
    const possible = operatorsOf(language, fieldName);
    const isPossible = possible.some(({ operator }) => operator === condition.operator);
    const operator = isPossible ? condition.operator : (possible[0]?.operator ?? condition.operator);
    onChange({ ...condition, fieldName, operator });
  };
  const setOperator = (operator: ConditionDraft['operator']) => {
    const isSameOperand = operandOf(language, operator) === operandOf(language, condition.operator);
    onChange({ ...condition, operator, value: isSameOperand ? condition.value : null });
  };

  return (
    <Paper component="fieldset" p="sm">
      <Text component="legend" size="xs" c="dimmed" px={4}>
        Condition {index + 1}
      </Text>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <Group gap="xs" align="flex-start" flex={1}>
            <Select
              label="Transactions"
              data={TRANSACTION_TYPES}
              value={condition.transactionType}
              onChange={(value) =>
                onChange({
                  ...condition,
                  transactionType:
                    TRANSACTION_TYPES.find((one) => one.value === value)?.value ?? condition.transactionType,
                })
              }
              allowDeselect={false}
              w={{ base: '100%', xs: 150 }}
              error={errorOf('transaction_type')}
            />
            <Autocomplete
              label="Field"
              data={namesOf(language.fields)}
              limit={40}
              maxDropdownHeight={280}
              value={condition.fieldName}
              onChange={setField}
              flex="1 1 14rem"
              error={errorOf('field_name')}
            />
            <Select
              label="Comparison"
              data={operators.map(({ operator }) => ({ value: operator, label: wordsOf(operator) }))}
              value={condition.operator}
              onChange={(value) => {
                const operator = operators.find((one) => one.operator === value)?.operator;
                if (operator !== undefined) setOperator(operator);
              }}
              allowDeselect={false}
              flex="1 1 9rem"
              error={errorOf('operator')}
            />
          </Group>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            mt={24}
            aria-label={`Remove condition ${index + 1}`}
            onClick={onRemove}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Group>
        <OperandInput
          language={language}
          condition={condition}
          error={errorOf('value')}
          onChange={(value) => onChange({ ...condition, value })}
        />
        {chosen !== undefined && (
          <Text size="xs" c="dimmed">
            {chosen.description}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
