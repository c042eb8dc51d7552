import { Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { Institution } from '@tributary/client';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { $api } from '../../../api/api';
import { ForeignText } from '../../../elements/foreign-text';
import { Nothing } from '../../../elements/nothing';
import { QueryState } from '../../../elements/queries/query-state';
import { providerName } from '../../account-words';
import { InstitutionLogo } from '../../institution-logo';
import type { ConnectSearch } from '../../search';
import classes from './choose-institution.module.css';
import { useConnectSearch } from './use-connect-search';

const SEARCH_DELAY_MS = 200;
const PAGE_SIZE = 30;
const KINDS = ['broker', 'simplefin'] as const;
/** The integrators that reach institutions of each kind. */
const INTEGRATORS = {
  bank: 'PROVIDER_A,PROVIDER_B',
  broker: 'PROVIDER_C',
  simplefin: 'SIMPLEFIN',
} as const;

/** Finds an institution by its country and name. There may be thousands, so they are read page by page. */
export function ChooseInstitution() {
  const { search, changeSearch } = useConnectSearch();
  const [typed, setTyped] = useState(search.text ?? '');
  const find = useDebouncedCallback(
    (text: string) => void changeSearch({ text: text === '' ? undefined : text }, { replace: true }),
    SEARCH_DELAY_MS,
  );
  const { kind = 'bank' } = search;
  return (
    <Stack>
      <SegmentedControl
        aria-label="What to connect"
        data={[
          { value: 'bank', label: 'Bank' },
          { value: 'broker', label: 'Broker' },
          { value: 'simplefin', label: 'SimpleFIN' },
        ]}
        value={kind}
        onChange={(chosen) =>
          void changeSearch({ kind: KINDS.find((one) => one === chosen) }, { replace: true })
        }
        maw={360}
      />
      <Group align="flex-end">
        {kind === 'bank' && (
          <Countries
            chosen={search.country ?? null}
            choose={(country) => void changeSearch({ country: country ?? undefined }, { replace: true })}
          />
        )}
        <TextInput
          type="search"
          label="Name"
          placeholder="Part of its name, BIC or id"
          leftSection={<Search size={16} aria-hidden />}
          value={typed}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            find(value);
          }}
        />
      </Group>
      <Institutions search={search} />
    </Stack>
  );
}

interface CountriesProps {
  readonly chosen: string | null;
  readonly choose: (country: string | null) => void;
}

function Countries({ chosen, choose }: CountriesProps) {
  const countries = $api.useQuery('get', '/finance/institutions/countries');
  const options = (countries.data?.data ?? [])
    .map(({ country, institutions_count: count }) => ({
      value: country,
      label: `${countryName(country)} (${count})`,
    }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <Select
      label="Country"
      placeholder={countries.isPending ? 'Loading' : 'All countries'}
      error={
        countries.isError
          ? 'The countries could not be read. The name finds banks in all of them.'
          : undefined
      }
      data={options}
      value={chosen}
      onChange={choose}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All countries' }}
      nothingFoundMessage="No institution serves a country of this name."
    />
  );
}

function useInstitutions({ kind, country, text }: ConnectSearch) {
  return $api.useInfiniteQuery(
    'get',
    '/finance/institutions',
    {
      params: {
        query: {
          'page[size]': PAGE_SIZE,
          'filter[integrator]': INTEGRATORS[kind ?? 'bank'],
          ...(kind !== undefined || country === undefined ? {} : { 'filter[country]': country }),
          ...(text === undefined ? {} : { 'filter[search]': text }),
          sort: ['name', 'id'],
        },
      },
    },
    {
      pageParamName: 'page[number]',
      initialPageParam: 1,
      getNextPageParam: ({ meta }, _pages, last) =>
        Number(last) * PAGE_SIZE < meta.total ? Number(last) + 1 : undefined,
    },
  );
}

function Institutions({ search }: { readonly search: ConnectSearch }) {
  const institutions = useInstitutions(search);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = institutions;
  return (
    <QueryState query={institutions} rows={8}>
      {({ pages }) => {
        const total = pages[0]?.meta.total ?? 0;
        return (
          <Stack gap="xs">
            <Text size="sm" role="status">
              {total === 1 ? '1 institution' : `${total} institutions`}
            </Text>
            {total === 0 && (
              <NoneFound isSearch={search.text !== undefined || search.country !== undefined} />
            )}
            <ul className={classes['list']}>
              {pages.flatMap(({ data }) =>
                data.map((institution) => (
                  <li key={institution.id}>
                    <Choice institution={institution} />
                  </li>
                )),
              )}
            </ul>
            {hasNextPage && (
              <Group>
                <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show more
                </Button>
              </Group>
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

function NoneFound({ isSearch }: { readonly isSearch: boolean }) {
  return isSearch ? (
    <Nothing title="No institution is found">
      Try a shorter part of its name, or another country. An account at a bank that is not offered can be
      added by hand under Accounts.
    </Nothing>
  ) : (
    <Nothing title="No institution is known yet">
      The list is read from the providers. Their keys are entered under Administration; the first reading
      takes a minute.
    </Nothing>
  );
}

function Choice({ institution }: { readonly institution: Institution }) {
  const { search } = useConnectSearch();
  const { id, name, bic, integrator, countries, supported } = institution;
  const about = [providerName(integrator), bic, countries.map((code) => countryName(code)).join(', ')]
    .filter(Boolean)
    .join(' · ');
  const content = (
    <>
      <InstitutionLogo institution={institution} />
      <span>
        <ForeignText text={name} />
        <Text span display="block" size="xs" c="dimmed">
          <ForeignText text={supported === 'true' ? about : `${about} · not available now`} />
        </Text>
      </span>
    </>
  );
  return supported === 'true' ? (
    <Link
      from="/connect"
      to="/connect"
      search={{ ...search, institution: id }}
      className={classes['choice'] ?? ''}
    >
      {content}
    </Link>
  ) : (
    <div className={classes['choice']}>{content}</div>
  );
}

/** The name of a country in the reader's language, or its code. */
function countryName(code: string, locale: string = navigator.language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
