import { Button, Group, Pill, Select, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { choicesOf } from '../elements/forms/choices';
import { CHOICES, transfersSearch, type TransfersSearch } from './transfers-search';

const route = getRouteApi('/transfers');

const LABELS = {
  status: 'Attempt',
  state: 'Transaction now',
  operation: 'What it did',
  type: 'Kind of destination',
  there: 'At the destination',
} as const satisfies Readonly<Record<keyof typeof CHOICES, string>>;
const NAMES = ['status', 'state', 'operation', 'type', 'there'] as const;

type SetFilters = (change: Partial<Record<keyof TransfersSearch, string | null>>) => void;

/** The filters of the list, which are in the address. */
export function Filters({ accounts }: { readonly accounts: ReadonlyMap<string, string> }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (to: TransfersSearch) => void navigate({ to: '/transfers', search: to, replace: true });
  const set: SetFilters = (change) => {
    const { page: _, ...filters } = { ...search, ...change };
    const given = Object.entries(filters).filter(([, value]) => value !== null && value !== '');
    go(transfersSearch(Object.fromEntries(given)));
  };
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
      {NAMES.map((name) => (
        <Select
          key={name}
          label={LABELS[name]}
          w={150}
          placeholder="Any"
          clearable
          data={choicesOf<string>(CHOICES[name])}
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
      <Days search={search} set={set} />
      <Origins search={search} set={set} />
      {Object.values(search).some((value) => value !== undefined) && (
        <Button variant="subtle" onClick={() => go({})}>
          Clear all
        </Button>
      )}
    </Group>
  );
}

interface FilterProps {
  readonly search: TransfersSearch;
  readonly set: SetFilters;
}

function Days({ search, set }: FilterProps) {
  return (['from', 'to'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      label={name === 'from' ? 'From' : 'Until'}
      value={search[name] ?? ''}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  ));
}

/** The link or the transaction whose transfers are shown, where another screen led here. */
function Origins({ search, set }: FilterProps) {
  return (['link', 'transaction'] as const).map(
    (name) =>
      search[name] !== undefined && (
        <Pill
          key={name}
          withRemoveButton
          onRemove={() => set({ [name]: null })}
          removeButtonProps={{ 'aria-label': `Clear the ${name}` }}
        >
          {name === 'link' ? 'Link' : 'Transaction'} {search[name]}
        </Pill>
      ),
  );
}
