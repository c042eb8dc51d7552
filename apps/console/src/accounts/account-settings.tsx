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
import { useEffect } from 'react';
import { Problem } from '../elements/problem';
import { useChange } from '../elements/use-change';
import {
  DUPLICATE_FIELDS,
  FREQUENCIES,
  frequencyText,
  settingsChange,
  settingsOf,
} from './account-settings-values';
import { Section } from './section';

/** The name of an account, and how it is synced. */
export function AccountSettings({ account }: { readonly account: FinancialAccount }) {
  const saved = settingsOf(account);
  const form = useForm({ initialValues: saved });
  const save = useChange('put', '/finance/accounts/{accountId}', {
    done: 'Saved',
    isErrorShown: true,
    onSuccess: ({ data }) => {
      form.setInitialValues(settingsOf(data));
      form.setValues(settingsOf(data));
      form.resetDirty();
    },
  });
  // What another tab saved is shown, unless something is being typed here.
  const isDirty = form.isDirty();
  const current = JSON.stringify(saved);
  const { setInitialValues, setValues } = form;
  useEffect(() => {
    if (isDirty) return;
    setInitialValues(JSON.parse(current) as typeof saved);
    setValues(JSON.parse(current) as typeof saved);
    // Only a change from outside is taken over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);
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
            label="Name"
            description={`Your own name for it. Without one it is ${account.name || 'what the bank says'}.`}
            maxLength={255}
            {...form.getInputProps('custom_name')}
          />
          {!isManual && (
            <>
              <Switch label="Sync this account" {...form.getInputProps('enabled', { type: 'checkbox' })} />
              <Switch
                label="Sync it by itself"
                description="Otherwise only when you ask for it."
                {...form.getInputProps('sync_auto', { type: 'checkbox' })}
              />
              <Select
                maw={260}
                label="How often"
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
                label="History from"
                description="Empty: as far back as the bank gives it."
                {...form.getInputProps('sync_start_date')}
              />
              <Switch label="Read balances" {...form.getInputProps('sync_balances', { type: 'checkbox' })} />
              <Switch
                label="Read pending transactions"
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
                    label="Match pending with booked transactions"
                    {...form.getInputProps('pending_settlement_matching', { type: 'checkbox' })}
                  />
                  <NumberInput
                    maw={260}
                    label="Days between the two at most"
                    min={0}
                    max={60}
                    allowDecimal={false}
                    {...form.getInputProps('pending_settlement_max_days')}
                  />
                  <Switch
                    label="Compare names loosely"
                    {...form.getInputProps('fuzzy_counterparty_matching', { type: 'checkbox' })}
                  />
                  <NumberInput
                    maw={260}
                    label="Letters that names must share"
                    min={0}
                    max={255}
                    allowDecimal={false}
                    {...form.getInputProps('fuzzy_counterparty_min_chars')}
                  />
                  <MultiSelect
                    label="Fields that tell duplicates apart"
                    data={DUPLICATE_FIELDS}
                    {...form.getInputProps('fields_for_duplicate_filtering')}
                  />
                  <Switch
                    label="Enrich transactions with merchants"
                    {...form.getInputProps('enrichment', { type: 'checkbox' })}
                  />
                  <Text size="sm" fw={500}>
                    Fields of the bank that are shown
                  </Text>
                  <Group align="flex-start">
                    <TextInput label="As payee" maxLength={100} {...form.getInputProps('map_payee')} />
                    <TextInput
                      label="As description"
                      maxLength={100}
                      {...form.getInputProps('map_description')}
                    />
                    <TextInput label="As date" maxLength={100} {...form.getInputProps('map_date')} />
                  </Group>
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          </Accordion>
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
