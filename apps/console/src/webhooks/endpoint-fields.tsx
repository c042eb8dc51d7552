import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { WebhookEndpoint } from '@tributary/client';
import { AccountsInput } from '../elements/forms/accounts-input';
import { offeredEvents, type EventType } from './webhook-words';

export interface EndpointValues {
  url: string;
  description: string;
  events: EventType[];
  /** Ids of the accounts whose events are sent; empty for all accounts. */
  accounts: string[];
  omit: boolean;
}

/** The initial values of an endpoint's form. */
export function valuesOf(endpoint: WebhookEndpoint | null): EndpointValues {
  return {
    url: endpoint?.url ?? 'https://',
    description: endpoint?.description ?? '',
    events: endpoint?.events ?? ['transactions.created', 'transactions.updated'],
    accounts: endpoint?.financial_accounts ?? [],
    omit: endpoint?.omit_sensitive_identifiers ?? false,
  };
}

/** The body that such a form sends. */
export function bodyOf({ url, description, events, accounts, omit }: EndpointValues) {
  return {
    url,
    description: description || null,
    events,
    financial_accounts: accounts.length === 0 ? null : accounts,
    omit_sensitive_identifiers: omit,
  };
}

/** The checks of a form before it is sent. */
export const VALIDATE = {
  url: (url: string) => (/^https:\/\/[^/\s]/.test(url) ? null : 'Enter an address that begins with https://'),
  events: (events: readonly EventType[]) => (events.length === 0 ? 'Choose at least one event.' : null),
};

interface EndpointFieldsProps {
  readonly form: UseFormReturnType<EndpointValues>;
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields of an endpoint. */
export function EndpointFields({ form, errors }: EndpointFieldsProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Address"
        type="url"
        maxLength={512}
        withAsterisk
        data-autofocus
        {...form.getInputProps('url')}
        error={form.errors['url'] ?? errors['url']}
      />
      <TextInput
        label="Description"
        maxLength={255}
        {...form.getInputProps('description')}
        error={errors['description']}
      />
      <MultiSelect
        label="Events"
        withAsterisk
        searchable
        data={offeredEvents(form.getValues().events)}
        {...form.getInputProps('events')}
        error={form.errors['events'] ?? errors['events']}
      />
      <AccountsInput
        label="Accounts"
        description="None chosen: all, and those that come later."
        {...form.getInputProps('accounts')}
        error={errors['financial_accounts']}
      />
      <Checkbox
        label="Leave out identifiers, such as IBANs"
        {...form.getInputProps('omit', { type: 'checkbox' })}
      />
    </Stack>
  );
}
