import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { CreateAccountBody } from '@tributary/client';
import { useChange } from '../elements/changes/use-change';
import { FormDialog } from '../elements/forms/change-form';
import { choicesOf } from '../elements/forms/choices';
import type { DialogProps } from '../elements/forms/dialog';

type Category = NonNullable<CreateAccountBody['account_category']>;

const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  BANK: 'Cash or bank account',
  DEPOSIT: 'Deposit',
  INVESTMENT: 'Investment',
  LOC: 'Line of credit',
};

/** Adds an account that no institution lists. */
export function AddAccount({ isOpen, close }: DialogProps) {
  const navigate = useNavigate();
  const form = useForm<{ name: string; currency: string; account_category: Category }>({
    initialValues: { name: '', currency: '', account_category: 'BANK' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Give the account a name' : null),
      currency: (currency) => (/^[A-Za-z]{3}$/.test(currency) ? null : 'Three letters, such as EUR'),
    },
  });
  const create = useChange('post', '/finance/accounts', {
    done: 'Account added',
    isErrorShown: true,
    onSuccess: ({ data: { id } }) => {
      form.reset();
      close();
      return navigate({ to: '/accounts/$accountId', params: { accountId: id } });
    },
  });
  return (
    <FormDialog
      title="Add an account by hand"
      isOpen={isOpen}
      onClose={close}
      onSubmit={form.onSubmit(({ name, currency, account_category }) =>
        create.mutate({ body: { name, currency: currency.toUpperCase(), account_category } }),
      )}
      change={create}
      submit="Add"
    >
      <TextInput data-autofocus label="Name" maxLength={255} {...form.getInputProps('name')} />
      <TextInput
        label="Currency"
        description="Its code of three letters, such as EUR"
        maxLength={3}
        autoCapitalize="characters"
        {...form.getInputProps('currency')}
      />
      <Select
        label="Kind"
        data={choicesOf(CATEGORY_WORDS)}
        allowDeselect={false}
        {...form.getInputProps('account_category')}
      />
    </FormDialog>
  );
}
