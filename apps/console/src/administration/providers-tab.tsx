import { Button, Card, Group, PasswordInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ProviderKeys } from '@tributary/client';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { ChangeForm } from '../elements/forms/change-form';
import { QueryState } from '../elements/queries/query-state';
import { Status, type StatusKind } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';

const KEY_LENGTH_MAX = 10_000;

const NAMES: Readonly<Record<ProviderKeys['provider'], string>> = {
  PROVIDER_A: 'Provider A (GoCardless Bank Account Data)',
  PROVIDER_B: 'Provider B (Enable Banking)',
  PROVIDER_C: 'Provider C (SnapTrade)',
};

/** Lists the providers of banks and brokers, with a form for the keys that this installation has at each of them. */
export function ProvidersTab() {
  const providers = $api.useQuery('get', '/admin/providers');
  return (
    <QueryState query={providers} rows={8}>
      {({ data }) => (
        <Stack maw="44rem">
          <Text size="sm">
            Enter the keys that a provider gave you. Tributary checks them with a call to the provider, stores
            them encrypted, and uses them without a restart. The provider’s banks appear within a minute.
          </Text>
          {data.map((entry) => (
            <Provider key={`${entry.provider} ${entry.set_at ?? ''}`} entry={entry} />
          ))}
        </Stack>
      )}
    </QueryState>
  );
}

function stateOf({ source }: ProviderKeys): { readonly kind: StatusKind; readonly label: string } {
  switch (source) {
    case 'ENTERED':
      return { kind: 'good', label: 'Keys entered' };
    case 'SETTINGS':
      return { kind: 'good', label: 'Keys from the settings' };
    case null:
      return { kind: 'paused', label: 'No keys' };
  }
}

interface ProviderProps {
  readonly entry: ProviderKeys;
}

function Provider({ entry }: ProviderProps) {
  const { provider, set_at: setAt, source } = entry;
  const name = NAMES[provider];
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {name}
          </Title>
          <Status {...stateOf(entry)} />
        </Group>
        {setAt !== null && (
          <Text size="sm" c="dimmed">
            Accepted by the provider <When at={setAt} />
          </Text>
        )}
        <KeysForm entry={entry} />
        {source === 'ENTERED' && <RemoveKeys provider={provider} name={name} />}
      </Stack>
    </Card>
  );
}

function KeysForm({ entry: { provider, keys, source } }: ProviderProps) {
  const isEntered = source === 'ENTERED';
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(keys.map(({ name }) => [name, ''])),
    validate: Object.fromEntries(
      keys.map(({ name, label, is_required: isRequired, is_set: isSet }) => [
        name,
        (value: string) =>
          isRequired && !(isEntered && isSet) && value.trim() === '' ? `Enter the ${label}` : null,
      ]),
    ),
  });
  const save = useChange('put', '/admin/providers/{provider}', {
    done: 'The provider accepted the keys: they are in force',
    isErrorShown: true,
    onSuccess: () => form.reset(),
  });
  const send = (values: Record<string, string>) => {
    const entered = Object.entries(values).filter(([, value]) => value.trim() !== '');
    save.mutate({ params: { path: { provider } }, body: { keys: Object.fromEntries(entered) } });
  };
  return (
    <ChangeForm onSubmit={form.onSubmit(send)} change={save} submit="Check and use the keys">
      {keys.map((key) => (
        <KeyInput key={key.name} definition={key} isEntered={isEntered} {...form.getInputProps(key.name)} />
      ))}
    </ChangeForm>
  );
}

interface KeyInputProps {
  readonly definition: ProviderKeys['keys'][number];
  readonly isEntered: boolean;
}

function KeyInput({ definition, isEntered, ...input }: KeyInputProps) {
  const { label, is_secret: isSecret, is_long: isLong, is_required: isRequired, is_set: isSet } = definition;
  const lastFour = definition.last_four === null ? '' : `, ends in ${definition.last_four}`;
  const shared = {
    label,
    description: isEntered && isSet ? `Entered${lastFour}. Leave it empty to keep it.` : undefined,
    withAsterisk: isRequired && !(isEntered && isSet),
    maxLength: KEY_LENGTH_MAX,
    autoComplete: 'off',
    spellCheck: false,
    w: '100%',
    ...input,
  };
  if (isLong) return <Textarea autosize minRows={3} maxRows={10} {...shared} />;
  return isSecret ? <PasswordInput {...shared} autoComplete="new-password" /> : <TextInput {...shared} />;
}

interface RemoveKeysProps {
  readonly provider: ProviderKeys['provider'];
  readonly name: string;
}

function RemoveKeys({ provider, name }: RemoveKeysProps) {
  const remove = useChange('delete', '/admin/providers/{provider}', { done: 'The keys are removed' });
  const onRemove = onceConfirmed(
    {
      title: `Remove the keys of ${name}?`,
      children: 'Connections of this provider stop syncing, unless the settings have keys for it too.',
      confirm: 'Remove',
      isDangerous: true,
    },
    () => remove.mutate({ params: { path: { provider } } }),
  );
  return (
    <Group>
      <Button variant="default" c="red" onClick={onRemove} loading={remove.isPending}>
        Remove the keys
      </Button>
    </Group>
  );
}
