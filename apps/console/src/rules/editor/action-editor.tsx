import { ActionIcon, Autocomplete, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import X from 'lucide-react/icons/x';
import { lazy, Suspense } from 'react';
import { Loading } from '../../elements/loading';
import type { FieldErrors } from './field-errors';
import type { ActionDraft } from '../rule-draft';
import {
  actionOf,
  namesOf,
  takesField,
  wordsOf,
  type LanguageAction,
  type RuleLanguage,
} from './rule-language';

const TemplateEditor = lazy(() => import('./template-editor'));

interface ActionEditorProps {
  readonly language: RuleLanguage;
  readonly action: ActionDraft;
  /** From 0. */
  readonly index: number;
  readonly isLast: boolean;
  readonly errors: FieldErrors;
  readonly onChange: (action: ActionDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** One action: what it does, at which field, with which value or template. */
export function ActionEditor(props: ActionEditorProps) {
  const { language, action, index, isLast, errors, onChange, onMove, onRemove } = props;
  const known = actionOf(language, action.actionType);
  const errorOf = (member: string) => errors[`actions.${index}.${member}`];
  const setType = (type: string | null) => {
    const chosen = language.actions.find(({ action_type }) => action_type === type);
    if (chosen === undefined) return;
    const has = takesField(chosen);
    const actionType = chosen.action_type;
    onChange({ ...action, actionType, fieldName: has ? '' : null, value: has ? action.value : null });
  };
  return (
    <Paper component="fieldset" p="sm">
      <Text component="legend" size="xs" c="dimmed" px={4}>
        Action {index + 1}
      </Text>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" justify="flex-end">
          <Group gap="xs" align="flex-start" flex="1 1 15rem">
            <Select
              label="Action"
              data={language.actions.map(({ action_type }) => ({
                value: action_type,
                label: wordsOf(action_type),
              }))}
              value={action.actionType}
              onChange={setType}
              allowDeselect={false}
              flex="1 1 11rem"
              error={errorOf('action_type')}
            />
            {known !== null && takesField(known) && (
              <Autocomplete
                label="Field to set"
                data={namesOf(known.fields ?? [])}
                limit={40}
                maxDropdownHeight={280}
                value={action.fieldName ?? ''}
                onChange={(fieldName) => onChange({ ...action, fieldName })}
                flex="2 1 14rem"
                error={errorOf('field_name')}
              />
            )}
          </Group>
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Move action ${index + 1} up`}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            >
              <ArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Move action ${index + 1} down`}
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              <ArrowDown size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove action ${index + 1}`}
              onClick={onRemove}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
        {known !== null && takesField(known) && (
          <ActionValue
            language={language}
            known={known}
            action={action}
            index={index}
            error={errorOf('value')}
            onChange={(value) => onChange({ ...action, value })}
          />
        )}
        {known !== null && (
          <Text size="xs" c="dimmed">
            {known.description}
            {known.undoable === 'false' && ' It cannot be undone.'}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface ActionValueProps {
  readonly language: RuleLanguage;
  readonly known: LanguageAction;
  readonly action: ActionDraft;
  readonly index: number;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A value of a few that there are, or a text that may be a template. */
function ActionValue({ language, known, action, index, error, onChange }: ActionValueProps) {
  const values = known.fields?.find(({ name }) => name === action.fieldName)?.values ?? null;
  if (values !== null) {
    return (
      <Autocomplete
        label="Value"
        data={values}
        value={action.value ?? ''}
        onChange={onChange}
        error={error}
      />
    );
  }
  // A value that this user may not see is null, and stays what it is.
  if (action.value === null && action.id !== null) {
    return (
      <TextInput
        label="Value"
        description="Hidden. It stays as it is unless you write another one."
        value=""
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
      />
    );
  }
  return (
    <Suspense fallback={<Loading rows={1} />}>
      <TemplateEditor
        label={`Value of action ${index + 1}`}
        value={action.value ?? ''}
        onChange={onChange}
        error={error ?? null}
        fields={language.fields}
      />
    </Suspense>
  );
}
