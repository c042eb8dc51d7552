import { Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { $api, client } from '../../api/api';
import { ChangedMeanwhile } from '../../elements/changes/changed-meanwhile';
import { ChangeForm } from '../../elements/forms/change-form';
import { ForeignText } from '../../elements/foreign-text';
import { useChange } from '../../elements/changes/use-change';
import { FieldInput } from '../fields/field-input';
import {
  changeBody,
  FIELD_NAMES,
  fieldOf,
  isEdited,
  undoingChanges,
  valueOf,
  type FieldName,
} from '../fields/fields';
import type { Transaction } from '../transaction';
import { Value } from './present';

interface EditFormProps {
  readonly transaction: Transaction;
  readonly onDone: () => void;
}

/** The texts that the user typed, each with the value that the field had then. */
type Values = Readonly<Partial<Record<FieldName, { readonly text: string; readonly before: string }>>>;

/** Sets the user's own values, with the bank's beside each. Only changed values are sent. */
export function EditForm({ transaction, onDone }: EditFormProps) {
  const [values, setValues] = useState<Values>({});
  const path = { transactionId: transaction.id };
  const reported = $api.useQuery('get', '/finance/transactions/{transactionId}', {
    params: { path, query: { as_reported: true } },
  });
  const typed = typedIn(values, transaction);
  const overtaken = typed.filter(({ saved, before }) => saved !== before);
  const save = useSave(
    transaction,
    typed.map(({ name }) => name),
    onDone,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // An emptied input releases the field: the value of the bank or of a rule returns.
    const own = typed.map(({ name, text }) => [name, text || null] as const);
    save.mutate({ params: { path }, body: changeBody(Object.fromEntries(own)) });
  };
  return (
    <ChangeForm
      onSubmit={submit}
      change={save}
      submit="Save"
      isDisabled={typed.length === 0}
      onCancel={onDone}
    >
      <Text size="sm" c="dimmed">
        What you set stays, whatever rules and later syncs say. Empty a field to release it.
      </Text>
      {FIELD_NAMES.map((name) => (
        <FieldInput
          key={name}
          name={name}
          label={fieldOf(name).label}
          description={<BankValue name={name} transaction={transaction} entry={reported.data?.data} />}
          value={values[name]?.text ?? valueOf(transaction, name)}
          onChange={(text) => {
            const before = valueOf(transaction, name);
            setValues((now) => ({ ...now, [name]: { before, ...now[name], text } }));
          }}
        />
      ))}
      <ChangedMeanwhile
        fields={overtaken.map(({ name, saved }) => ({ label: fieldOf(name).label, saved }))}
        onTake={() => setValues((now) => without(now, overtaken))}
      />
    </ChangeForm>
  );
}

/** Saves the user's own values; Undo gives the fields their former values again. */
function useSave(transaction: Transaction, names: readonly FieldName[], onSuccess: () => void) {
  const path = { transactionId: transaction.id };
  return useChange('put', '/finance/transactions/{transactionId}', {
    done: 'Transaction changed',
    isErrorShown: true,
    undo: () =>
      client.PUT('/finance/transactions/{transactionId}', {
        params: { path },
        body: undoingChanges(transaction, names),
      }),
    onSuccess,
  });
}

function without(values: Values, fields: readonly { readonly name: FieldName }[]): Values {
  const names = new Set<string>(fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
}

/** The typed texts that differ from the saved values. */
function typedIn(values: Values, transaction: Transaction) {
  return FIELD_NAMES.flatMap((name) => {
    const value = values[name];
    const saved = valueOf(transaction, name);
    return value === undefined || value.text === saved ? [] : [{ name, saved, ...value }];
  });
}

interface BankValueProps {
  readonly name: FieldName;
  readonly transaction: Transaction;
  readonly entry: Transaction | undefined;
}

function BankValue({ name, transaction, entry }: BankValueProps): ReactNode {
  const isOwn = isEdited(transaction, name);
  if (entry === undefined) return isOwn ? 'Set by you' : undefined;
  if (isOwn) {
    return (
      <>
        Set by you. <OfBank name={name} entry={entry} />
      </>
    );
  }
  return <OfBank name={name} entry={entry} />;
}

function OfBank({ name, entry }: { readonly name: FieldName; readonly entry: Transaction }): ReactNode {
  const value = valueOf(entry, name);
  if (name.startsWith('mapped_fields.')) {
    return value === '' ? 'Not in what the bank reports' : <>From the bank’s entry: {shown(name, value)}</>;
  }
  return value === '' ? 'Not reported by the bank' : <>Bank: {shown(name, value)}</>;
}

function shown(name: FieldName, value: string): ReactNode {
  return fieldOf(name).kind === 'text' ? <ForeignText text={value} /> : <Value name={name} value={value} />;
}
