import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FinancialAccount } from '@tributary/client';
import { ChangeForm } from '../../elements/forms/change-form';
import { localDay } from '../../elements/dates/today';
import { useChange } from '../../elements/changes/use-change';
import { Section } from '../../elements/section';

const AMOUNT = /^-?\d{1,24}(\.\d{1,24})?$/;

/** Records the balance of an account that no institution reports. */
export function RecordBalance({ account }: { readonly account: FinancialAccount }) {
  const form = useForm({
    initialValues: { reference_date: localDay(), amount: '' },
    validate: {
      reference_date: (day) => (day === '' ? 'Choose the day' : null),
      amount: (amount) => (AMOUNT.test(amount) ? null : 'A number such as 120.50'),
    },
  });
  const record = useChange('post', '/finance/accounts/{accountId}/balances', {
    done: 'Balance recorded',
    isErrorShown: true,
    onSuccess: () => form.setFieldValue('amount', ''),
  });
  return (
    <Section title="Record a balance">
      <ChangeForm
        onSubmit={form.onSubmit((body) =>
          record.mutate({ params: { path: { accountId: account.id } }, body }),
        )}
        change={record}
        submit="Record"
      >
        <Group align="flex-start">
          <TextInput
            type="date"
            label="At the end of"
            description="A second balance of a day replaces the first."
            {...form.getInputProps('reference_date')}
          />
          <TextInput
            label={`Balance in ${account.currency}`}
            description="Negative where you owe it."
            inputMode="decimal"
            maxLength={24}
            {...form.getInputProps('amount')}
          />
        </Group>
      </ChangeForm>
    </Section>
  );
}
