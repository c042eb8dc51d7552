import { Button, Checkbox, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TransferLink } from '@tributary/client';
import { useTargets, type Target } from '../api/destinations';
import { fieldErrors } from '../elements/problems/field-errors';
import { Problem } from '../elements/problems/problem';
import { useChange } from '../elements/changes/use-change';
import { DestinationCurrency, OnOtherCurrencySelect } from './on-other-currency';

const ON_BOOKED = [
  ['update_status', 'Its status'],
  ['update_payee', 'The payee'],
  ['update_description', 'The description'],
  ['update_amount', 'The amount'],
] as const;

export type SyncMode = TransferLink['sync_mode'];

/** What a link can send, in words. */
export const SYNC_MODES: { value: SyncMode; label: string }[] = [
  { value: 'TRANSACTIONS', label: 'Transactions' },
  { value: 'BALANCE', label: 'The balance' },
  { value: 'TRANSACTIONS_AND_BALANCE', label: 'Transactions and the balance' },
];

/** The members of a link by the fields of a form: the first day, empty for the whole history, and what is sent. */
export function sentFrom(from: string, mode?: SyncMode) {
  return { transfer_start_date: from || null, ...(mode === undefined ? {} : { sync_mode: mode }) };
}

/** What a link sends, from when on, to where, and what it changes there later. */
export function LinkSettings({ link }: { readonly link: TransferLink }) {
  const { targets } = useTargets();
  const save = useChange('put', '/transfer-links/{transferLinkId}', {
    done: 'Link saved',
    isErrorShown: true,
  });
  const form = useForm({
    initialValues: {
      from: link.transfer_start_date ?? '',
      mode: link.sync_mode,
      target: valueOf({ type: link.destination_type, id: link.destination_id }),
      onBooked: link.on_booked_change,
      onOtherCurrency: link.on_other_currency,
      currency: link.destination_currency ?? '',
    },
  });
  const errors = fieldErrors(save.error);
  const states = targets.find((one) => valueOf(one) === form.getValues().target)?.currency ?? null;
  const onSubmit = ({ from, mode, target, onBooked, onOtherCurrency, currency }: typeof form.values) => {
    const [type, id] = target.split(' ') as [Target['type'], string];
    save.mutate({
      params: { path: { transferLinkId: link.id } },
      body: {
        ...sentFrom(from, mode),
        on_booked_change: onBooked,
        ...(onOtherCurrency !== null && form.isDirty('onOtherCurrency')
          ? { on_other_currency: onOtherCurrency }
          : {}),
        ...(form.isDirty('currency') && currency !== '' ? { destination_currency: currency } : {}),
        ...(form.isDirty('target') ? { destination_type: type, destination_id: id } : {}),
      },
    });
  };
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="md">
        <Group align="flex-start">
          <TextInput
            type="date"
            label="Send transactions from"
            description="Empty: the whole history."
            {...form.getInputProps('from')}
            error={errors['transfer_start_date']}
          />
          <Select
            label="What is sent"
            data={SYNC_MODES}
            allowDeselect={false}
            {...form.getInputProps('mode')}
            error={errors['sync_mode']}
          />
          <Select
            label="Where to"
            description="What was sent stays where it is."
            data={optionsOf(targets)}
            allowDeselect={false}
            searchable
            {...form.getInputProps('target')}
            error={errors['destination_id'] ?? errors['destination_type']}
          />
        </Group>
        <Group align="flex-start">
          <OnOtherCurrencySelect
            description="Without a rate, they wait."
            placeholder="Not chosen: they wait"
            {...form.getInputProps('onOtherCurrency')}
            error={errors['on_other_currency']}
          />
          {states === null && (
            <DestinationCurrency
              value={form.getValues().currency}
              onChange={(currency) => form.setFieldValue('currency', currency)}
              error={errors['destination_currency']}
            />
          )}
        </Group>
        <Fieldset legend="When a pending transaction is booked, change at the destination">
          <Group>
            {ON_BOOKED.map(([member, label]) => (
              <Checkbox
                key={member}
                label={label}
                {...form.getInputProps(`onBooked.${member}`, { type: 'checkbox' })}
              />
            ))}
          </Group>
        </Fieldset>
        {save.isError && <Problem error={save.error} />}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function optionsOf(targets: readonly Target[]) {
  return targets.map((target) => ({
    value: valueOf(target),
    label: [target.unit, target.name].filter((part) => part !== null).join(' / '),
  }));
}

function valueOf({ type, id }: Pick<Target, 'type' | 'id'>): string {
  return `${type} ${id}`;
}
