import { Checkbox, Fieldset, Group, Select, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { TransferLink, UpdateTransferLinkBody } from '@tributary/client';
import { useTargets, type Target } from '../api/destinations';
import { SettingsForm } from '../elements/forms/change-form';
import { choicesOf } from '../elements/forms/choices';
import { fieldErrors } from '../elements/problems/field-errors';
import { useChange } from '../elements/changes/use-change';
import { DestinationCurrency, OnOtherCurrencySelect } from './on-other-currency';

const ON_BOOKED = [
  ['update_status', 'Its status'],
  ['update_payee', 'The payee'],
  ['update_description', 'The description'],
  ['update_amount', 'The amount'],
] as const;

export type SyncMode = TransferLink['sync_mode'];

/** The things that a link can send, in words. */
export const SYNC_MODES = choicesOf<SyncMode>({
  TRANSACTIONS: 'Transactions',
  BALANCE: 'The balance',
  TRANSACTIONS_AND_BALANCE: 'Transactions and the balance',
});

/** The members of a link by the fields of a form: the first day, empty for the whole history, and what is sent. */
export function sentFrom(from: string, mode?: SyncMode) {
  return { transfer_start_date: from || null, ...(mode === undefined ? {} : { sync_mode: mode }) };
}

/** Changes what a link sends, from when on, to which target, and what it changes there later. */
export function LinkSettings({ link }: { readonly link: TransferLink }) {
  const targets = useTargets().data?.targets ?? [];
  const save = useChange('put', '/transfer-links/{transferLinkId}', {
    done: 'Link saved',
    isErrorShown: true,
  });
  const form = useForm({ initialValues: valuesOf(link) });
  const errors = fieldErrors(save.error);
  const submit = form.onSubmit((values) =>
    save.mutate({
      params: { path: { transferLinkId: link.id } },
      body: bodyOf(values, (name) => form.isDirty(name)),
    }),
  );
  return (
    <SettingsForm form={form} onSubmit={submit} change={save}>
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
      <Currencies form={form} errors={errors} targets={targets} />
      <OnBooked form={form} />
    </SettingsForm>
  );
}

function OnBooked({ form }: Pick<CurrenciesProps, 'form'>) {
  return (
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
  );
}

interface CurrenciesProps {
  readonly form: UseFormReturnType<LinkValues>;
  readonly errors: Readonly<Record<string, string>>;
  readonly targets: readonly Target[];
}

/** The fields about other currencies; the destination's own currency only where its target states none. */
function Currencies({ form, errors, targets }: CurrenciesProps) {
  const { target: chosen, currency } = form.getValues();
  const stated = targets.find((target) => keyOf(target) === chosen)?.currency ?? null;
  return (
    <Group align="flex-start">
      <OnOtherCurrencySelect
        description="Without a rate, they wait."
        placeholder="Not chosen: they wait"
        {...form.getInputProps('onOtherCurrency')}
        error={errors['on_other_currency']}
      />
      {stated === null && (
        <DestinationCurrency
          value={currency}
          onChange={(code) => form.setFieldValue('currency', code)}
          error={errors['destination_currency']}
        />
      )}
    </Group>
  );
}

type LinkValues = ReturnType<typeof valuesOf>;

function valuesOf(link: TransferLink) {
  return {
    from: link.transfer_start_date ?? '',
    mode: link.sync_mode,
    target: keyOf({ type: link.destination_type, id: link.destination_id }),
    onBooked: link.on_booked_change,
    onOtherCurrency: link.on_other_currency,
    currency: link.destination_currency ?? '',
  };
}

/** The body of a change. Members that the user did not change are left out where the API would act on them. */
function bodyOf(values: LinkValues, isChanged: (name: keyof LinkValues) => boolean): UpdateTransferLinkBody {
  const { from, mode, target, onBooked, onOtherCurrency, currency } = values;
  const [type, id] = target.split(' ') as [Target['type'], string];
  return {
    ...sentFrom(from, mode),
    on_booked_change: onBooked,
    ...(onOtherCurrency !== null && isChanged('onOtherCurrency')
      ? { on_other_currency: onOtherCurrency }
      : {}),
    ...(isChanged('currency') && currency !== '' ? { destination_currency: currency } : {}),
    ...(isChanged('target') ? { destination_type: type, destination_id: id } : {}),
  };
}

function optionsOf(targets: readonly Target[]) {
  return targets.map((target) => ({
    value: keyOf(target),
    label: [target.unit, target.name].filter((part) => part !== null).join(' / '),
  }));
}

function keyOf({ type, id }: Pick<Target, 'type' | 'id'>): string {
  return `${type} ${id}`;
}
