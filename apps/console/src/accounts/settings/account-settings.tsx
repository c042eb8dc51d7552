import {
  Accordion,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FinancialAccount } from '@tributary/client';
import { ChangedMeanwhile } from '../../elements/changes/changed-meanwhile';
import { useChange } from '../../elements/changes/use-change';
import { SettingsForm } from '../../elements/forms/change-form';
import { useSavedForm } from '../../elements/forms/use-saved-form';
import { Section } from '../../elements/section';
import {
  DUPLICATE_FIELDS,
  FREQUENCIES,
  frequencyText,
  LABELS,
  settingsChange,
  settingsOf,
  settingText,
  type AccountSettingsValues,
} from './account-settings-values';
import { TimeZoneField } from './time-zone-field';

/** The name of an account, and the settings of its sync. */
export function AccountSettings({ account }: { readonly account: FinancialAccount }) {
  const saved = settingsOf(account);
  const { form, conflicts, show } = useSavedForm(saved);
  const save = useChange('put', '/finance/accounts/{accountId}', {
    done: 'Saved',
    isErrorShown: true,
    onSuccess: ({ data }) => show(settingsOf(data)),
  });
  const open = conflicts.filter((name) => settingText(saved, name) !== settingText(form.values, name));
  const submit = form.onSubmit((wanted) =>
    save.mutate({ params: { path: { accountId: account.id } }, body: settingsChange(saved, wanted) }),
  );
  return (
    <Section title="Settings">
      <SettingsForm form={form} onSubmit={submit} change={save}>
        <TextInput
          maw={420}
          label={LABELS.custom_name}
          description={`Your own name for it. Without one it is ${account.name || 'what the bank says'}.`}
          maxLength={255}
          {...form.getInputProps('custom_name')}
        />
        {account.integrator !== 'MANUAL' && <SyncFields account={account} form={form} saved={saved} />}
        <Accordion variant="contained" chevronPosition="left">
          <Accordion.Item value="more">
            <Accordion.Control>Matching, fields and enrichment</Accordion.Control>
            <Accordion.Panel>
              <MatchingFields form={form} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <ChangedMeanwhile
          fields={open.map((name) => ({ label: LABELS[name], saved: settingText(saved, name) }))}
          onTake={() => form.setValues(Object.fromEntries(open.map((name) => [name, saved[name]])))}
        />
      </SettingsForm>
    </Section>
  );
}

interface FieldsProps {
  readonly form: UseFormReturnType<AccountSettingsValues>;
}

interface SyncFieldsProps extends FieldsProps {
  readonly account: FinancialAccount;
  readonly saved: AccountSettingsValues;
}

/** The fields of an account that an institution lists. */
function SyncFields({ account, form, saved }: SyncFieldsProps) {
  return (
    <>
      <TimeZoneField account={account} {...form.getInputProps('time_zone')} />
      <SettingSwitch form={form} name="enabled" />
      <SettingSwitch form={form} name="sync_auto" description="Otherwise only when you ask for it." />
      <Select
        maw={260}
        label={LABELS.sync_frequency_in_minutes}
        allowDeselect={false}
        data={[...new Set([...FREQUENCIES, saved.sync_frequency_in_minutes])].map((minutes) => ({
          value: minutes,
          label: frequencyText(Number(minutes)),
        }))}
        {...form.getInputProps('sync_frequency_in_minutes')}
      />
      <TextInput
        type="date"
        maw={260}
        label={LABELS.sync_start_date}
        description="Empty: as far back as the bank gives it."
        {...form.getInputProps('sync_start_date')}
      />
      <SettingSwitch form={form} name="sync_balances" />
      <SettingSwitch form={form} name="sync_pending_transactions" />
    </>
  );
}

/** The fields about pending and duplicate transactions, enrichment and mapped fields. */
function MatchingFields({ form }: FieldsProps) {
  return (
    <Stack>
      <SettingSwitch form={form} name="pending_settlement_matching" />
      <SettingNumber form={form} name="pending_settlement_max_days" max={60} />
      <SettingSwitch form={form} name="fuzzy_counterparty_matching" />
      <SettingNumber form={form} name="fuzzy_counterparty_min_chars" max={255} />
      <MultiSelect
        label={LABELS.fields_for_duplicate_filtering}
        data={[...DUPLICATE_FIELDS]}
        {...form.getInputProps('fields_for_duplicate_filtering')}
      />
      <SettingSwitch form={form} name="enrichment" />
      <Text size="sm" fw={500}>
        Fields of the bank that are shown
      </Text>
      <Group align="flex-start">
        {(['map_payee', 'map_description', 'map_date'] as const).map((name) => (
          <TextInput key={name} label={LABELS[name]} maxLength={100} {...form.getInputProps(name)} />
        ))}
      </Group>
    </Stack>
  );
}

interface SettingProps extends FieldsProps {
  readonly name: keyof AccountSettingsValues;
}

function SettingSwitch({ form, name, description }: SettingProps & { readonly description?: string }) {
  return (
    <Switch
      label={LABELS[name]}
      description={description}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  );
}

function SettingNumber({ form, name, max }: SettingProps & { readonly max: number }) {
  return (
    <NumberInput
      maw={260}
      label={LABELS[name]}
      min={0}
      max={max}
      allowDecimal={false}
      {...form.getInputProps(name)}
    />
  );
}
