import {
  Alert,
  Modal,
  PasswordInput,
  Select,
  Stack,
  Tabs,
  TagsInput,
  Text,
  TextInput,
  Textarea,
} from '@mantine/core';
import { useForm, type GetInputPropsReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DestinationKind } from '@tributary/client';
import { useState } from 'react';
import { ROUTES } from '../api/destination-routes';
import { ChangeForm } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { labelOf, titleOf } from './kind-words';

type Input = DestinationKind['inputs'][number];
type Values = Record<string, string | string[]>;

interface ConnectDestinationProps {
  readonly kinds: readonly DestinationKind[];
  /** Chosen from the start, to renew a connection. */
  readonly kind?: DestinationKind;
  readonly onClose: () => void;
}

/** Connects a destination, with a form that is built from the API's description of the kind. */
export function ConnectDestination({ kinds, kind: first, onClose }: ConnectDestinationProps) {
  const [type, setType] = useState<string | null>(first?.type ?? kinds[0]?.type ?? null);
  const kind = kinds.find((one) => one.type === type);
  return (
    <Modal
      opened
      onClose={onClose}
      title={first === undefined ? 'Connect a destination' : `Reconnect ${titleOf(first)}`}
      size="lg"
    >
      <Stack gap="md">
        {first === undefined && (
          <Select
            label="Kind"
            data={kinds.map((one) => ({ value: one.type, label: titleOf(one) }))}
            value={type}
            onChange={setType}
            allowDeselect={false}
            data-autofocus
          />
        )}
        {kind !== undefined && <WaysIn key={kind.type} kind={kind} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

/** The ways to connect a kind of destination: by a link if the kind has one, or by credentials. */
function WaysIn({ kind, onClose }: { readonly kind: DestinationKind; readonly onClose: () => void }) {
  if (!kind.by_link) return <ConnectForm kind={kind} isByLink={false} onClose={onClose} />;
  return (
    <Tabs defaultValue="credentials" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="credentials">With a key or token</Tabs.Tab>
        <Tabs.Tab value="link">By signing in there</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="credentials">
        <ConnectForm kind={kind} isByLink={false} onClose={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="link">
        <ConnectForm kind={kind} isByLink onClose={onClose} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface ConnectFormProps {
  readonly kind: DestinationKind;
  readonly isByLink: boolean;
  readonly onClose: () => void;
}

function ConnectForm({ kind, isByLink, onClose }: ConnectFormProps) {
  const inputs = kind.inputs.filter((input) => !isByLink || input.beside_link);
  const form = useForm<Values>({
    initialValues: {
      name: '',
      ...Object.fromEntries(inputs.map(({ name, form }) => [name, form === 'texts' ? [] : ''])),
    },
    validate: (values) =>
      Object.fromEntries(
        inputs
          .filter(({ name, required }) => required && (values[name] ?? '').length === 0)
          .map(({ name }) => [name, 'Please fill this in.']),
      ),
  });
  const connect = useConnect(kind, isByLink, onClose, (error) => form.setErrors(fieldErrors(error)));
  return (
    <ChangeForm
      onSubmit={form.onSubmit((values) => connect.mutate(values))}
      change={connect}
      submit={isByLink ? 'Go on to sign in' : 'Connect'}
      onCancel={onClose}
    >
      <Text size="sm" c="dimmed">
        {isByLink
          ? 'You sign in at the destination and grant access there. Then you come back to this page.'
          : 'What you enter is stored encrypted and never shown again.'}
      </Text>
      <TextInput
        label="Name"
        description="What you call it. Without a name it gets the destination’s own."
        maxLength={255}
        {...form.getInputProps('name')}
      />
      {inputs.map((input) => (
        <Field key={input.name} input={input} field={form.getInputProps(input.name)} />
      ))}
      {connect.isPending && (
        <Alert color="blue" role="status">
          {isByLink ? 'Preparing the sign-in…' : 'Signing in there and reading what it has…'}
        </Alert>
      )}
    </ChangeForm>
  );
}

function useConnect(
  kind: DestinationKind,
  isByLink: boolean,
  onDone: () => void,
  onError: (error: unknown) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Values) => {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0));
      return ROUTES[kind.type].connect(isByLink ? { ...given, redirect_url: returnUrl() } : given);
    },
    onSuccess: async (authUrl) => {
      if (isByLink && authUrl !== null) {
        location.assign(authUrl);
        return;
      }
      await queries.invalidateQueries();
      onDone();
    },
    onError,
  });
}

/** The address to which the destination sends the browser back. */
export function returnUrl(): string {
  return `${location.origin}/destinations`;
}

interface FieldProps {
  readonly input: Input;
  readonly field: GetInputPropsReturnType;
}

function Field({ input, field }: FieldProps) {
  const looks = {
    label: labelOf(input.name),
    description: input.description?.replace(/; without it, .*$/, '.'),
    withAsterisk: input.required,
    ...field,
  };
  switch (input.form) {
    case 'secret':
      return input.length_max > 4096 ? (
        <Textarea
          {...looks}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={input.length_max}
          spellCheck={false}
        />
      ) : (
        <PasswordInput {...looks} maxLength={input.length_max} autoComplete="off" />
      );
    case 'token':
      return <PasswordInput {...looks} maxLength={input.length_max} autoComplete="off" />;
    case 'address':
      return <TextInput {...looks} type="url" maxLength={input.length_max} placeholder="https://" />;
    case 'texts':
      return (
        <TagsInput
          {...looks}
          maxTags={input.items_max ?? undefined}
          placeholder="Press Enter after each"
          splitChars={[',', ' ', '\n']}
          acceptValueOnBlur
        />
      );
    default:
      return input.form satisfies never;
  }
}
