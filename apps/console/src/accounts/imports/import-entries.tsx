import { Table, Tabs, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { $api } from '../../api/api';
import { Loading } from '../../elements/loading';
import { Pages } from '../../elements/pages';
import { Problem } from '../../elements/problems/problem';

const KINDS = ['new', 'known', 'doubtful', 'left_out', 'unreadable'] as const;
type Kind = (typeof KINDS)[number];
const WORDS: Readonly<Record<Kind, string>> = {
  new: 'New',
  known: 'Known already',
  doubtful: 'Doubtful',
  left_out: 'Left out',
  unreadable: 'Cannot be read',
};
/** What becomes of the entries of a kind. */
const MEANINGS: Readonly<Record<Kind, string>> = {
  new: 'The import stores these.',
  known: 'These are stored already, and stay as they are.',
  doubtful:
    'Each may be one that is stored already. The import stores them under review: you decide afterwards.',
  left_out: 'These rows are no movements, so they are not stored.',
  unreadable: 'These rows are not stored.',
};
const PAGE_SIZE = 25;

/** What the file has, before anything is stored. */
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
    <Tabs value={kind} onChange={(chosen) => setKind(KINDS.find((one) => one === chosen) ?? 'new')}>
      <Tabs.List>
        {KINDS.map((one) => (
          <Tabs.Tab key={one} value={one}>{`${WORDS[one]} (${counts[one]})`}</Tabs.Tab>
        ))}
      </Tabs.List>
      {KINDS.map((one) => (
        <Tabs.Panel key={one} value={one}>
          {one === kind && counts[one] !== '0' && (
            <Text mt="sm" size="sm">
              {MEANINGS[one]}
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
  if (entries.isPending) return <Loading />;
  if (entries.isError) return <Problem error={entries.error} retry={entries.refetch} />;
  const { data, meta } = entries.data;
  if (data.length === 0) return <Text mt="sm">None.</Text>;
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Line</Table.Th>
            <Table.Th>{kind === 'unreadable' || kind === 'left_out' ? 'Reason' : 'Entry'}</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((entry, index) => (
            <Table.Tr key={index}>
              <Table.Td>{entry.line}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {[entry.date, entry.counterparty, entry.description].filter(Boolean).join(' · ')}
                {entry.reason !== null && <Text size="sm">{entry.reason}</Text>}
              </Table.Td>
              <Table.Td ta="right">{entry.amount && `${entry.amount} ${entry.currency ?? ''}`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Pages total={Math.ceil(meta.total / PAGE_SIZE)} page={page} onChange={setPage} />
    </>
  );
}
