import { Alert, Button, Group, Radio, Select, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import Plus from 'lucide-react/icons/plus';
import { ActionEditor } from './action-editor';
import { ConditionEditor } from './condition-editor';
import type { FieldErrors } from './field-errors';
import type { ActionDraft, ConditionDraft, RuleDraft } from '../rule-draft';
import type { RuleLanguage } from './rule-language';
import { SCOPES } from './words';

interface RuleFormProps {
  readonly language: RuleLanguage;
  readonly draft: RuleDraft;
  readonly errors: FieldErrors;
  readonly onChange: (draft: RuleDraft) => void;
}

/** The form of a rule. The server provides the lists of fields, operators and actions. */
export function RuleForm({ language, draft, errors, onChange }: RuleFormProps) {
  return (
    <Stack>
      <TextInput
        label="Name"
        required
        maxLength={255}
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
        error={errors['name']}
      />
      <TextInput
        label="Description"
        value={draft.description}
        onChange={({ currentTarget }) => onChange({ ...draft, description: currentTarget.value })}
        error={errors['description']}
      />
      <Conditions language={language} draft={draft} errors={errors} onChange={onChange} />
      <Actions language={language} draft={draft} errors={errors} onChange={onChange} />
      <Select
        label="Can be attached to"
        data={SCOPES}
        value={draft.scope}
        onChange={(scope) => onChange({ ...draft, scope: scope ?? draft.scope })}
        allowDeselect={false}
        maw={320}
        error={errors['scope']}
      />
      <Switch
        label="Skip the rules after this one when it is triggered"
        checked={draft.skipsOthers}
        onChange={({ currentTarget }) => onChange({ ...draft, skipsOthers: currentTarget.checked })}
      />
      {errors['rule'] !== undefined && (
        <Alert role="alert" color="red">
          {errors['rule']}
        </Alert>
      )}
    </Stack>
  );
}

interface PartsProps {
  readonly name: string;
  readonly title: string;
  /** The words of the button that adds a part. */
  readonly add: string;
  readonly onAdd: () => void;
  /** The error about the list as a whole. */
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** The conditions or the actions of a rule, with a button that adds one. */
function Parts({ name, title, add, onAdd, error, children }: PartsProps) {
  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
      {error !== undefined && (
        <Alert role="alert" color="red">
          {error}
        </Alert>
      )}
      <Group>
        <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      </Group>
    </Stack>
  );
}

function Conditions({ language, draft, errors, onChange }: RuleFormProps) {
  const { conditions } = draft;
  const set = (changed: readonly ConditionDraft[]) => onChange({ ...draft, conditions: changed });
  return (
    <Parts
      name="Conditions"
      title="When"
      add="Add a condition"
      onAdd={() => set([...conditions, newCondition(language)])}
      error={errors['conditions']}
    >
      {conditions.length > 1 && (
        <Radio.Group
          label="The rule is triggered where"
          value={draft.isAny ? 'any' : 'all'}
          onChange={(value) => onChange({ ...draft, isAny: value === 'any' })}
        >
          <Group mt={4}>
            <Radio value="all" label="all conditions hold" />
            <Radio value="any" label="any condition holds" />
          </Group>
        </Radio.Group>
      )}
      {conditions.length === 0 && (
        <Text size="sm" c="dimmed">
          Every transaction triggers the rule. Add a condition to choose some.
        </Text>
      )}
      {conditions.map((condition, index) => (
        <ConditionEditor
          key={condition.key}
          language={language}
          condition={condition}
          index={index}
          errors={errors}
          onChange={(changed) => set(conditions.with(index, changed))}
          onRemove={() => set(conditions.toSpliced(index, 1))}
        />
      ))}
    </Parts>
  );
}

function Actions({ language, draft, errors, onChange }: RuleFormProps) {
  const { actions } = draft;
  const set = (changed: readonly ActionDraft[]) => onChange({ ...draft, actions: changed });
  const move = (index: number, by: -1 | 1) => {
    const moved = actions[index];
    if (moved !== undefined) set(actions.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  };
  return (
    <Parts
      name="Actions"
      title="Then"
      add="Add an action"
      onAdd={() => set([...actions, ...newAction(language)])}
      error={errors['actions']}
    >
      {actions.map((action, index) => (
        <ActionEditor
          key={action.key}
          language={language}
          action={action}
          index={index}
          isLast={index === actions.length - 1}
          errors={errors}
          onChange={(changed) => set(actions.with(index, changed))}
          onMove={(by) => move(index, by)}
          onRemove={() => set(actions.toSpliced(index, 1))}
        />
      ))}
    </Parts>
  );
}

function newCondition({ operators }: RuleLanguage): ConditionDraft {
  const [first] = operators;
  const operator = first?.operator ?? 'equals';
  return { key: randomId(), id: null, transactionType: 'ANY', fieldName: '', operator, value: null };
}

/** Returns a draft of the first action that the server knows, as a list; empty if it knows none. */
export function newAction({ actions }: RuleLanguage): ActionDraft[] {
  const [first] = actions;
  if (first === undefined) return [];
  return [{ key: randomId(), id: null, actionType: first.action_type, fieldName: '', value: '' }];
}
