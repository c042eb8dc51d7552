import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CreateFeedBody, Feed } from '@tributary/client';
import { AccountsInput } from '../elements/forms/accounts-input';
import { FormDialog } from '../elements/forms/change-form';
import { fieldErrors } from '../elements/problems/field-errors';
import { useChange } from '../elements/changes/use-change';
import { OnOtherCurrencySelect } from '../links/on-other-currency';

interface EditFeedProps {
  readonly feed: Feed | null;
  readonly onClose: () => void;
  readonly onToken: (token: string) => void;
}

/** The dialog that makes a feed, or changes one. */
export function EditFeed({ feed, onClose, onToken }: EditFeedProps) {
  const form = useForm({
    initialValues: valuesOf(feed),
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const { change, save } = useSaveFeed(feed, (data) => {
    onClose();
    if (data.setup_token !== undefined) onToken(data.setup_token);
  });
  const errors = fieldErrors(change.error);
  const onSubmit = form.onSubmit(({ name, accounts, onOtherCurrency: treatment }) =>
    save({
      name,
      financial_accounts: accounts.length === 0 ? null : accounts,
      ...(treatment === null ? {} : { on_other_currency: treatment }),
    }),
  );
  return (
    <FormDialog
      title={feed === null ? 'Make a feed' : 'Change the feed'}
      onClose={onClose}
      onSubmit={onSubmit}
      change={change}
      submit={feed === null ? 'Make the feed' : 'Save'}
    >
      <TextInput
        label="Name"
        description="The app that is to read it, for instance."
        maxLength={255}
        data-autofocus
        withAsterisk
        {...form.getInputProps('name')}
        error={form.errors['name'] ?? errors['name']}
      />
      <AccountsInput
        label="Accounts"
        description="None chosen: all, and those that come later."
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
    </FormDialog>
  );
}

function valuesOf(feed: Feed | null) {
  return {
    name: feed?.name ?? '',
    accounts: feed?.financial_accounts ?? [],
    onOtherCurrency: feed?.on_other_currency ?? null,
  };
}

function useSaveFeed(feed: Feed | null, onSaved: (feed: Feed) => void) {
  const words = {
    isErrorShown: true,
    onSuccess: ({ data }: { readonly data: Feed }) => onSaved(data),
  };
  const create = useChange('post', '/destinations/feed/connections', { done: 'Feed created', ...words });
  const update = useChange('put', '/destinations/feed/connections/{feedId}', {
    done: 'Feed saved',
    ...words,
  });
  const save = (body: CreateFeedBody) =>
    feed === null ? create.mutate({ body }) : update.mutate({ params: { path: { feedId: feed.id } }, body });
  return { change: feed === null ? create : update, save };
}
