import { Select } from '@mantine/core';
import type { FinancialAccount } from '@tributary/client';
import type { ReactNode } from 'react';
import { LABELS } from './account-settings-values';

/** Integrators whose transactions have moments instead of days. */
const GIVES_MOMENTS: readonly FinancialAccount['integrator'][] = ['SIMPLEFIN', 'PROVIDER_C'];

interface TimeZoneFieldProps {
  readonly account: Pick<FinancialAccount, 'integrator' | 'time_zone'>;
  readonly value?: string;
  readonly error?: ReactNode;
  readonly onChange?: (zone: string) => void;
}

/** A field for the time zone that decides on which day a moment of the account is. */
export function TimeZoneField({ account, value = '', error, onChange }: TimeZoneFieldProps) {
  const isAsked = !account.time_zone && GIVES_MOMENTS.includes(account.integrator);
  return (
    <Select
      maw={420}
      label={LABELS.time_zone}
      description={
        isAsked
          ? 'Days are UTC’s until you choose a time zone. What is stored keeps its day.'
          : 'Which day a moment belongs to. What is stored keeps its day.'
      }
      placeholder="UTC"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Use UTC' }}
      nothingFoundMessage="There is no such time zone"
      limit={100}
      data={zonesWith(value)}
      value={value === '' ? null : value}
      onChange={(zone) => onChange?.(zone ?? '')}
      error={error}
    />
  );
}

/** Returns the zones to choose from. The browser's and the account's zone are added, because a zone has several names. */
function zonesWith(zone: string): string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, ...(zone === '' ? [] : [zone]), ...Intl.supportedValuesOf('timeZone')])];
}
