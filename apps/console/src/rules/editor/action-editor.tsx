import { Autocomplete, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { lazy, Suspense } from 'react';
import { IconButton, MoveButtons } from '../../elements/forms/icon-button';
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
  /** Position of the action in the rule, from 0. */
  readonly index: number;
  readonly isLast: boolean;
  readonly errors: FieldErrors;
  readonly onChange: (action: ActionDraft) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

/** Edits an action: its type, the field that it sets, and the value or template. */
export function ActionEditor(props: ActionEditorProps) {
  const { language, action, index, isLast, errors, onChange, onMove, onRemove } = props;
  const known = actionOf(language, action.actionType);
  const number = index + 1;
  return (
    <Paper component="fieldset" p="sm">
      <Text component="legend" size="xs" c="dimmed" px={4}>
        Action {number}
      </Text>
      <Stack gap="xs">
        <Group gap="xs" align="flex-end" justify="flex-end">
          <Group gap="xs" align="flex-start" flex="1 1 15rem">
            <ActionType {...props} />
            {known !== null && takesField(known) && (
              <Autocomplete
                label="Field to set"
                data={namesOf(known.fields ?? [])}
                limit={40}
                maxDropdownHeight={280}
                value={action.fieldName ?? ''}
                onChange={(fieldName) => onChange({ ...action, fieldName })}
                flex="2 1 14rem"
                error={errors[`actions.${index}.field_name`]}
              />
            )}
          </Group>
          <Group gap={2} wrap="nowrap">
            <MoveButtons name={`action ${number}`} isFirst={index === 0} isLast={isLast} onMove={onMove} />
            <IconButton icon={X} label={`Remove action ${number}`} onClick={onRemove} />
          </Group>
        </Group>
        {known !== null && takesField(known) && (
          <ActionValue
            language={language}
            known={known}
            action={action}
            index={index}
            error={errors[`actions.${index}.value`]}
            onChange={(value) => onChange({ ...action, value })}
          />
        )}
        {known !== null && (
          <Text size="xs" c="dimmed">
            {`${known.description}${known.undoable === 'false' ? ' It cannot be undone.' : ''}`}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function ActionType({ language, action, index, errors, onChange }: ActionEditorProps) {
  const setType = (type: string | null) => {
    const chosen = language.actions.find(({ action_type }) => action_type === type);
    if (chosen === undefined) return;
    const hasField = takesField(chosen);
    onChange({
      ...action,
      actionType: chosen.action_type,
      fieldName: hasField ? '' : null,
      value: hasField ? action.value : null,
    });
  };
  return (
    <Select
      label="Action"
      data={language.actions.map(({ action_type: type }) => ({ value: type, label: wordsOf(type) }))}
      value={action.actionType}
      onChange={setType}
      allowDeselect={false}
      flex="1 1 11rem"
      error={errors[`actions.${index}.action_type`]}
    />
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
