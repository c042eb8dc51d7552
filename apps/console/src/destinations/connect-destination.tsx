import {
  Alert,
  Button,
  Group,
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
import { client } from '../api/api';
import { connectionsPath } from '../api/destinations';
import { fieldErrors } from '../elements/problems/field-errors';
import { Problem } from '../elements/problems/problem';
import { labelOf, titleOf } from './kind-words';

type Input = DestinationKind['inputs'][number];
type Values = Record<string, string | string[]>;

interface ConnectDestinationProps {
  readonly kinds: readonly DestinationKind[];
  /** Chosen from the start, to renew a connection. */
  readonly kind?: DestinationKind;
  readonly onClose: () => void;
}

/** Connects a destination: a form made from what the API says of its kind. */
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

/** By a link where the kind has one, or by credentials. */
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
  const queries = useQueryClient();
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
  const connect = useMutation({
    mutationFn: async (values: Values) => {
      const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0));
      // The inputs are those of this kind, by what the API says of it.
      const body = (isByLink ? { ...sent, redirect_url: returnUrl() } : sent) as { access_token: string };
      const { data } = await client.POST(connectionsPath(kind), { body });
      return data?.data.auth_url ?? null;
    },
    onSuccess: async (authUrl) => {
      if (isByLink && authUrl !== null) {
        location.assign(authUrl);
        return;
      }
      await queries.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => connect.mutate(values))}>
      <Stack gap="sm">
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
        {connect.isError && <Problem error={connect.error} />}
        {connect.isPending && (
          <Alert color="blue" role="status">
            {isByLink ? 'Preparing the sign-in…' : 'Signing in there and reading what it has…'}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={connect.isPending}>
            {isByLink ? 'Go on to sign in' : 'Connect'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Where the destination sends the browser back to. */
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
    default: {
      const unknown: never = input.form;
      return unknown;
    }
  }
}
