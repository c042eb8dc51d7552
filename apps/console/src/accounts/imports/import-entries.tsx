import { Tabs, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { FileImport, FileImportEntry } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { valueIn, valuesOf } from '../../elements/forms/choices';
import { Pages } from '../../elements/pages';
import { QueryState } from '../../elements/queries/query-state';
import { DataTable, type Column } from '../../elements/tables/data-table';

/** The kinds of entries, and what the import does with each. */
const WORDS = {
  new: { label: 'New', meaning: 'The import stores these.' },
  known: { label: 'Known already', meaning: 'These are stored already, and stay as they are.' },
  doubtful: {
    label: 'Doubtful',
    meaning:
      'Each may be one that is stored already. The import stores them under review: you decide afterwards.',
  },
  left_out: { label: 'Left out', meaning: 'These rows are no movements, so they are not stored.' },
  unreadable: { label: 'Cannot be read', meaning: 'These rows are not stored.' },
} as const;
type Kind = keyof typeof WORDS;
const KINDS = valuesOf(WORDS);
const PAGE_SIZE = 25;

/** The entries of the file by their kinds, before anything is stored. */
export function ImportEntries({ shown }: { readonly shown: FileImport }) {
  const [kind, setKind] = useState<Kind>('new');
  const counts: Readonly<Record<Kind, string>> = {
    new: shown.entries_new,
    known: shown.entries_known,
    doubtful: shown.entries_doubtful,
    left_out: shown.entries_left_out,
    unreadable: shown.entries_unreadable,
  };
  return (
    <Tabs value={kind} onChange={(chosen) => setKind(valueIn(WORDS, chosen) ?? 'new')}>
      <Tabs.List>
        {KINDS.map((one) => (
          <Tabs.Tab key={one} value={one}>{`${WORDS[one].label} (${counts[one]})`}</Tabs.Tab>
        ))}
      </Tabs.List>
      {KINDS.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {one === kind && counts[one] !== '0' && (
            <Text mt="sm" size="sm">
              {WORDS[one].meaning}
            </Text>
          )}
          {one === kind && <Entries key={shown.updated_at} importId={shown.id} kind={kind} />}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function Entries({ importId, kind }: { readonly importId: string; readonly kind: Kind }) {
  const [page, setPage] = useState(1);
  const entries = $api.useQuery(
    'get',
    '/finance/imports/{importId}/entries',
    {
      params: {
        path: { importId },
        query: { 'filter[kind]': kind, 'page[size]': PAGE_SIZE, 'page[number]': page },
      },
    },
    // A preview that was made again has other entries under the same address.
    { placeholderData: keepPreviousData, staleTime: 0 },
  );
  return (
    <QueryState query={entries} empty={<Text mt="sm">None.</Text>}>
      {({ data, meta }) => (
        <>
          <DataTable
            label="Entries of the file"
            columns={columnsOf(kind)}
            rows={data.map((entry, index) => ({ ...entry, index }))}
            keyOf={({ index }) => index}
            minWidth={320}
          />
          <Pages total={Math.ceil(meta.total / PAGE_SIZE)} page={page} onChange={setPage} />
        </>
      )}
    </QueryState>
  );
}

function columnsOf(kind: Kind): readonly Column<FileImportEntry & { readonly index: number }>[] {
  return [
    { title: 'Line', cell: ({ line }) => line },
    {
      title: kind === 'unreadable' || kind === 'left_out' ? 'Reason' : 'Entry',
      cell: ({ date, counterparty, description, reason }) => (
        <>
          {[date, counterparty, description].filter(Boolean).join(' · ')}
          {reason !== null && <Text size="sm">{reason}</Text>}
        </>
      ),
    },
    {
      title: 'Amount',
      align: 'right',
      cell: ({ amount, currency }) => amount && `${amount} ${currency ?? ''}`,
    },
  ];
}
