import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { AccountsInput } from '../../elements/forms/accounts-input';
import { ScopesInput } from './scopes-input';
import type { Scope } from './scopes';

/** The values of a form that gives or narrows the access of a token or an app. */
export interface AccessValues {
  readonly name: string;
  readonly isUnrestricted: boolean;
  readonly scopes: Scope[];
  /** Ids of the chosen accounts. Empty means all accounts, unless the access had only some accounts before. */
  readonly accountIds: string[];
  /** Empty: the end stays as it is. */
  readonly endDay: string;
}

export const NO_ACCESS: AccessValues = {
  name: '',
  isUnrestricted: false,
  scopes: [],
  accountIds: [],
  endDay: '',
};

/** Whether an access can do anything. */
export function hasScopes({ isUnrestricted, scopes }: AccessValues): boolean {
  return isUnrestricted || scopes.length > 0;
}

/** Returns the members of a request for a token or a grant; null means all scopes, or all accounts. */
export function restrictionsOf(values: AccessValues, hadAllAccounts = true) {
  const { name, isUnrestricted, scopes, accountIds, endDay } = values;
  return {
    name: name.trim(),
    scopes: isUnrestricted ? null : scopes,
    financial_accounts: accountIds.length === 0 && hadAllAccounts ? null : accountIds,
    ...(endDay === '' ? {} : { expires_at: endOfDay(endDay) }),
  };
}

interface AccessFieldsProps {
  readonly form: UseFormReturnType<AccessValues>;
  readonly nameDescription?: string;
  /** Shows the switch that gives all scopes. */
  readonly canBeUnrestricted: boolean;
  /** The scopes and accounts to choose from; null: all. */
  readonly offered?: {
    readonly scopes: readonly Scope[] | null;
    readonly accountIds: readonly string[] | null;
  };
  readonly endDescription: string;
}

/** The fields of an access: its name, scopes, accounts and last day. */
export function AccessFields(props: AccessFieldsProps) {
  const { form, nameDescription, canBeUnrestricted, endDescription } = props;
  const { offered = { scopes: null, accountIds: null } } = props;
  return (
    <>
      <TextInput
        label="Name"
        description={nameDescription}
        required
        data-autofocus
        maxLength={100}
        {...form.getInputProps('name')}
      />
      {canBeUnrestricted && (
        <Switch
          label="May do everything that you may, with tokens and apps too"
          {...form.getInputProps('isUnrestricted', { type: 'checkbox' })}
        />
      )}
      {!form.values.isUnrestricted && (
        <ScopesInput label="It may" offered={offered.scopes} {...form.getInputProps('scopes')} />
      )}
      <AccountsInput
        label="Accounts"
        description={
          offered.accountIds === null
            ? 'None chosen: all accounts, those that come later too.'
            : 'Of the accounts that it has.'
        }
        offered={offered.accountIds}
        {...form.getInputProps('accountIds')}
      />
      <TextInput type="date" label="Ends on" description={endDescription} {...form.getInputProps('endDay')} />
    </>
  );
}

/** The last second of a day such as `2026-12-31`, in the time zone of the reader. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
