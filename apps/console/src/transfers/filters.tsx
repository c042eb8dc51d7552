import { Button, Group, Pill, Select, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { KIND_TITLES } from '../destinations/kind-words';
import { OPERATION_WORDS, STATE_WORDS, THERE_WORDS } from './transfer-words';
import { CHOICES, type TransfersSearch } from './transfers-search';

const route = getRouteApi('/transfers');

const RESULT_WORDS = { TRANSFERRED: 'Succeeded', FAILED: 'Failed' } as const;

const FILTERS = [
  { name: 'status', label: 'Attempt', words: RESULT_WORDS },
  { name: 'state', label: 'Transaction now', words: STATE_WORDS },
  { name: 'operation', label: 'What it did', words: OPERATION_WORDS },
  { name: 'type', label: 'Kind of destination', words: KIND_TITLES },
  { name: 'there', label: 'At the destination', words: THERE_WORDS },
] as const;

/** The filters of the list: they are in the URL. */
export function Filters({ accounts }: { readonly accounts: ReadonlyMap<string, string> }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Partial<Record<keyof TransfersSearch, string | null>>) => {
    const { page: _, ...kept } = { ...search, ...change };
    const given = Object.entries(kept).filter(([, value]) => value !== null && value !== '');
    void navigate({ to: '/transfers', search: Object.fromEntries(given) as TransfersSearch, replace: true });
  };
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      {FILTERS.map(({ name, label, words }) => (
        <Select
          key={name}
          label={label}
          w={150}
          placeholder="Any"
          clearable
          data={CHOICES[name].map((value) => ({ value, label: labelOf(words, value) }))}
          value={search[name] ?? null}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <Select
        label="Account"
        w={190}
        placeholder="Any"
        clearable
        searchable
        data={[...accounts].map(([value, label]) => ({ value, label }))}
        value={search.account ?? null}
        onChange={(account) => set({ account })}
      />
      <TextInput
        type="date"
        label="From"
        value={search.from ?? ''}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Until"
        value={search.to ?? ''}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
      {search.link !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => set({ link: null })}
          removeButtonProps={{ 'aria-label': 'Clear the link' }}
        >
          Link {search.link}
        </Pill>
      )}
      {search.transaction !== undefined && (
        <Pill
          withRemoveButton
          onRemove={() => set({ transaction: null })}
          removeButtonProps={{ 'aria-label': 'Clear the transaction' }}
        >
          Transaction {search.transaction}
        </Pill>
      )}
      {Object.keys(search).length > 0 && (
        <Button
          variant="subtle"
          onClick={() => void navigate({ to: '/transfers', search: {}, replace: true })}
        >
          Clear all
        </Button>
      )}
    </Group>
  );
}

function labelOf(words: Readonly<Partial<Record<string, string>>>, value: string): string {
  return words[value] ?? value;
}
