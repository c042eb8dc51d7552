import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import type { CreateAccountBody } from '@tributary/client';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import type { DialogProps } from './dialog';

type Category = NonNullable<CreateAccountBody['account_category']>;

const CATEGORIES: readonly { readonly value: Category; readonly label: string }[] = [
  { value: 'BANK', label: 'Cash or bank account' },
  { value: 'DEPOSIT', label: 'Deposit' },
  { value: 'INVESTMENT', label: 'Investment' },
  { value: 'LOC', label: 'Line of credit' },
];

/** Adds an account that no institution lists. */
export function AddAccount({ isOpen, close }: DialogProps) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', currency: '', account_category: 'BANK' as Category },
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
    <Modal opened={isOpen} onClose={close} title="Add an account by hand">
      <form
        onSubmit={form.onSubmit(({ name, currency, account_category }) =>
          create.mutate({ body: { name, currency: currency.toUpperCase(), account_category } }),
        )}
      >
        <Stack>
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
            data={CATEGORIES}
            allowDeselect={false}
            {...form.getInputProps('account_category')}
          />
          {create.isError && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
