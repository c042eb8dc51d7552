import {
  Accordion,
  Button,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  MultiSelect,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FinancialAccount } from '@tributary/client';
import { useEffect, useRef, useState } from 'react';
import { ChangedMeanwhile } from '../../elements/changes/changed-meanwhile';
import { merged } from '../../elements/changes/merged';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
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
import { Section } from '../section';
import { TimeZoneField } from './time-zone-field';

type Setting = keyof AccountSettingsValues;

/** The name of an account, and how it is synced. */
export function AccountSettings({ account }: { readonly account: FinancialAccount }) {
  const saved = settingsOf(account);
  const form = useForm({ initialValues: saved });
  const save = useChange('put', '/finance/accounts/{accountId}', {
    done: 'Saved',
    isErrorShown: true,
    onSuccess: ({ data }) => show(settingsOf(data), settingsOf(data)),
  });
  const base = useRef(saved);
  const [conflicts, setConflicts] = useState<readonly Setting[]>([]);
  const show = (stored: AccountSettingsValues, values: AccountSettingsValues) => {
    base.current = stored;
    form.setInitialValues(stored);
    form.resetDirty(stored);
    form.setValues(values);
  };
  // What another tab saved is shown, and what is being typed here stays.
  const current = JSON.stringify(saved);
  useEffect(() => {
    const change = merged(base.current, saved, form.getValues());
    setConflicts((before) => [...new Set([...before, ...change.conflicts])]);
    show(saved, change.values);
    // Only a change from outside is taken over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);
  const isDirty = form.isDirty();
  const open = conflicts.filter((name) => settingText(saved, name) !== settingText(form.values, name));
  const isManual = account.integrator === 'MANUAL';
  return (
    <Section title="Settings">
      <form
        onSubmit={form.onSubmit((wanted) =>
          save.mutate({
            params: { path: { accountId: account.id } },
            body: settingsChange(saved, wanted),
          }),
        )}
      >
        <Stack>
          <TextInput
            maw={420}
            label={LABELS.custom_name}
            description={`Your own name for it. Without one it is ${account.name || 'what the bank says'}.`}
            maxLength={255}
            {...form.getInputProps('custom_name')}
          />
          {!isManual && (
            <>
              <TimeZoneField account={account} {...form.getInputProps('time_zone')} />
              <Switch label={LABELS.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
              <Switch
                label={LABELS.sync_auto}
                description="Otherwise only when you ask for it."
                {...form.getInputProps('sync_auto', { type: 'checkbox' })}
              />
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
              <Switch
                label={LABELS.sync_balances}
                {...form.getInputProps('sync_balances', { type: 'checkbox' })}
              />
              <Switch
                label={LABELS.sync_pending_transactions}
                {...form.getInputProps('sync_pending_transactions', { type: 'checkbox' })}
              />
            </>
          )}
          <Accordion variant="contained" chevronPosition="left">
            <Accordion.Item value="more">
              <Accordion.Control>Matching, fields and enrichment</Accordion.Control>
              <Accordion.Panel>
                <Stack>
                  <Switch
                    label={LABELS.pending_settlement_matching}
                    {...form.getInputProps('pending_settlement_matching', { type: 'checkbox' })}
                  />
                  <NumberInput
                    maw={260}
                    label={LABELS.pending_settlement_max_days}
                    min={0}
                    max={60}
                    allowDecimal={false}
                    {...form.getInputProps('pending_settlement_max_days')}
                  />
                  <Switch
                    label={LABELS.fuzzy_counterparty_matching}
                    {...form.getInputProps('fuzzy_counterparty_matching', { type: 'checkbox' })}
                  />
                  <NumberInput
                    maw={260}
                    label={LABELS.fuzzy_counterparty_min_chars}
                    min={0}
                    max={255}
                    allowDecimal={false}
                    {...form.getInputProps('fuzzy_counterparty_min_chars')}
                  />
                  <MultiSelect
                    label={LABELS.fields_for_duplicate_filtering}
                    data={DUPLICATE_FIELDS}
                    {...form.getInputProps('fields_for_duplicate_filtering')}
                  />
                  <Switch
                    label={LABELS.enrichment}
                    {...form.getInputProps('enrichment', { type: 'checkbox' })}
                  />
                  <Text size="sm" fw={500}>
                    Fields of the bank that are shown
                  </Text>
                  <Group align="flex-start">
                    <TextInput
                      label={LABELS.map_payee}
                      maxLength={100}
                      {...form.getInputProps('map_payee')}
                    />
                    <TextInput
                      label={LABELS.map_description}
                      maxLength={100}
                      {...form.getInputProps('map_description')}
                    />
                    <TextInput label={LABELS.map_date} maxLength={100} {...form.getInputProps('map_date')} />
                  </Group>
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
          <ChangedMeanwhile
            fields={open.map((name) => ({ label: LABELS[name], saved: settingText(saved, name) }))}
            onTake={() => form.setValues(Object.fromEntries(open.map((name) => [name, saved[name]])))}
          />
          {save.isError && <Problem error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!isDirty}>
              Save
            </Button>
            <Button variant="default" disabled={!isDirty} onClick={form.reset}>
              Discard changes
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
