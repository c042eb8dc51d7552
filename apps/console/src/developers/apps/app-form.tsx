import { Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { App } from '@tributary/client';
import { useChange } from '../../elements/changes/use-change';
import { FormDialog } from '../../elements/forms/change-form';
import { ScopesInput } from '../access/scopes-input';

interface AppFormProps {
  /** Null: a new one. */
  readonly app: App | null;
  readonly onClose: () => void;
  /** Gets the secret of an app that was just registered and has one. */
  readonly onSaved: (secret: string | null) => void;
}

/** Registers an app, or changes its scopes and redirect addresses. */
export function AppForm({ app, onClose, onSaved }: AppFormProps) {
  const form = useForm({ initialValues: valuesOf(app) });
  const create = useChange('post', '/apps', {
    done: 'App registered',
    isErrorShown: true,
    onSuccess: ({ data }) => onSaved(data.secret ?? null),
  });
  const update = useChange('put', '/apps/{appId}', {
    done: 'App changed',
    isErrorShown: true,
    onSuccess: () => onSaved(null),
  });
  const save = form.onSubmit(({ name, homepage, redirects, scopes, isConfidential, managesUsers }) => {
    const body = {
      name: name.trim(),
      homepage: homepage.trim() === '' ? null : homepage.trim(),
      redirect_uris: redirects.split(/\s+/).filter(Boolean),
      scopes,
    };
    if (app !== null) return update.mutate({ params: { path: { appId: app.id } }, body });
    return create.mutate({ body: { ...body, confidential: isConfidential, manages_users: managesUsers } });
  });
  return (
    <FormDialog
      title={app === null ? 'Register an app' : `Change ${app.name}`}
      size="lg"
      onClose={onClose}
      onSubmit={save}
      change={app === null ? create : update}
      submit={app === null ? 'Register' : 'Save'}
      isDisabled={form.values.scopes.length === 0}
    >
      <AppFields form={form} isNew={app === null} />
    </FormDialog>
  );
}

function valuesOf(app: App | null) {
  return {
    name: app?.name ?? '',
    homepage: app?.homepage ?? '',
    redirects: app?.redirect_uris.join('\n') ?? '',
    scopes: app?.scopes ?? [],
    isConfidential: true,
    managesUsers: false,
  };
}

interface AppFieldsProps {
  readonly form: UseFormReturnType<ReturnType<typeof valuesOf>>;
  readonly isNew: boolean;
}

function AppFields({ form, isNew }: AppFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        description="People read it where they allow access."
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TextInput label="Homepage" placeholder="https://" {...form.getInputProps('homepage')} />
      <Textarea
        label="Redirect addresses"
        description="One on each line: where people come back to."
        required
        autosize
        minRows={2}
        {...form.getInputProps('redirects')}
      />
      <ScopesInput label="It may ask to" offered={null} {...form.getInputProps('scopes')} />
      {isNew && (
        <>
          <Switch
            label="It has a secret: it runs on a server of yours"
            {...form.getInputProps('isConfidential', { type: 'checkbox' })}
          />
          <Switch
            label="It makes users of its own"
            {...form.getInputProps('managesUsers', { type: 'checkbox' })}
          />
        </>
      )}
    </>
  );
}
