import { Button, Group, Modal, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Feed } from '@tributary/client';
import { $api } from '../api/api';
import { fieldErrors } from '../elements/problems/field-errors';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { OnOtherCurrencySelect } from '../links/on-other-currency';

interface EditFeedProps {
  readonly feed: Feed | null;
  readonly onClose: () => void;
  readonly onToken: (token: string) => void;
}

/** The dialog that makes a feed, or changes one. */
export function EditFeed({ feed, onClose, onToken }: EditFeedProps) {
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'page[size]': 100, sort: ['name'] } },
  });
  const form = useForm({
    initialValues: {
      name: feed?.name ?? '',
      accounts: feed?.financial_accounts ?? [],
      onOtherCurrency: feed?.on_other_currency ?? null,
    },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const words = {
    isErrorShown: true,
    onSuccess: ({ data }: { readonly data: Feed }) => {
      onClose();
      if (data.setup_token !== undefined) onToken(data.setup_token);
    },
  };
  const create = useChange('post', '/destinations/feed/connections', { done: 'Feed created', ...words });
  const update = useChange('put', '/destinations/feed/connections/{feedId}', {
    done: 'Feed saved',
    ...words,
  });
  const error = create.error ?? update.error;
  const errors = fieldErrors(error);
  const onSubmit = ({ name, accounts: chosen, onOtherCurrency: rule }: typeof form.values) => {
    const body = {
      name,
      financial_accounts: chosen.length === 0 ? null : chosen,
      ...(rule === null ? {} : { on_other_currency: rule }),
    };
    if (feed === null) create.mutate({ body });
    else update.mutate({ params: { path: { feedId: feed.id } }, body });
  };
  if (accounts.isError) return <Problem error={accounts.error} retry={accounts.refetch} />;
  return (
    <Modal opened onClose={onClose} title={feed === null ? 'Make a feed' : 'Change the feed'}>
      <form onSubmit={form.onSubmit(onSubmit)}>
        <Stack>
          <TextInput
            label="Name"
            description="The app that is to read it, for instance."
            maxLength={255}
            data-autofocus
            withAsterisk
            {...form.getInputProps('name')}
            error={form.errors['name'] ?? errors['name']}
          />
          <MultiSelect
            label="Accounts"
            description="None chosen: all, and those that come later."
            data={(accounts.data?.data ?? []).map(({ id, name, display_name: shown }) => ({
              value: id,
              label: shown || name,
            }))}
            searchable
            clearable
            {...form.getInputProps('accounts')}
            error={errors['financial_accounts']}
          />
          <OnOtherCurrencySelect
            label="Transactions in another currency than their account’s"
            description="Without a rate, they are left out."
            placeholder="Not chosen: they are left out"
            {...form.getInputProps('onOtherCurrency')}
            error={errors['on_other_currency']}
          />
          {error !== null && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {feed === null ? 'Make the feed' : 'Save'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
