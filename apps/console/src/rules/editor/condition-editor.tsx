import { Autocomplete, Box, Group, Paper, Select, Stack, Text } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../elements/forms/icon-button';
import type { FieldErrors } from './field-errors';
import { OperandInput } from './operand-input';
import type { ConditionDraft } from '../rule-draft';
import { namesOf, operandOf, operatorsOf, wordsOf, type RuleLanguage } from './rule-language';
import { TRANSACTION_TYPES } from './words';

interface ConditionEditorProps {
  readonly language: RuleLanguage;
  readonly condition: ConditionDraft;
  /** Position of the condition in the rule, from 0. */
  readonly index: number;
  readonly errors: FieldErrors;
  readonly onChange: (condition: ConditionDraft) => void;
  readonly onRemove: () => void;
}

/** Edits a condition: the kind of transactions, the field, the comparison and the value. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { language, condition, index, errors, onChange, onRemove } = props;
  const chosen = language.operators.find(({ operator }) => operator === condition.operator);
  return (
    <Paper component="fieldset" p="sm">
      <Text component="legend" size="xs" c="dimmed" px={4}>
        Condition {index + 1}
      </Text>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <Comparison {...props} />
          <Box mt={24}>
            <IconButton icon={X} label={`Remove condition ${index + 1}`} onClick={onRemove} />
          </Box>
        </Group>
        <OperandInput
          language={language}
          condition={condition}
          error={errors[`conditions.${index}.value`]}
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

function Comparison({ language, condition, index, errors, onChange }: ConditionEditorProps) {
  const operators = operatorsOf(language, condition.fieldName);
  const errorOf = (member: string) => errors[`conditions.${index}.${member}`];
  const setField = (fieldName: string) => {
    const possible = operatorsOf(language, fieldName);
    const isPossible = possible.some(({ operator }) => operator === condition.operator);
    const operator = isPossible ? condition.operator : (possible[0]?.operator ?? condition.operator);
    onChange({ ...condition, fieldName, operator });
  };
  const setOperator = (text: string | null) => {
    const operator = operators.find((one) => one.operator === text)?.operator;
    if (operator === undefined) return;
    const isSameOperand = operandOf(language, operator) === operandOf(language, condition.operator);
    onChange({ ...condition, operator, value: isSameOperand ? condition.value : null });
  };
  return (
    <Group gap="xs" align="flex-start" flex={1}>
      <Select
        label="Transactions"
        data={TRANSACTION_TYPES}
        value={condition.transactionType}
        onChange={(type) => onChange({ ...condition, transactionType: type ?? condition.transactionType })}
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
        onChange={setOperator}
        allowDeselect={false}
        flex="1 1 9rem"
        error={errorOf('operator')}
      />
    </Group>
  );
}
