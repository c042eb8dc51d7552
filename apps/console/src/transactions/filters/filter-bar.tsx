import { Button, CloseButton, Group, Popover, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../elements/bank-text';
import { dayText, momentText } from '../../elements/dates/dates';
import { FilterEditor } from './filter-editor';
import { filterField, FILTER_NAMES, valuesIn, type FilterName } from './filters';
import { chipsOf, withFilter, type TransactionsSearch } from './search';
import { useAccountNames } from '../../api/all-pages';

/** The search begins this long after the last key. */
const TYPING_MS = 120;

interface FilterBarProps {
  readonly search: TransactionsSearch;
  readonly onChange: (search: TransactionsSearch) => void;
}

/** The search box, and a chip for each filter. */
export function FilterBar({ search, onChange }: FilterBarProps) {
  const chips = chipsOf(search);
  return (
    <Stack gap="xs">
      <SearchBox
        text={search.search ?? ''}
        onChange={(text) => onChange(withFilter(search, 'search', text))}
      />
      <Group gap="xs" role="group" aria-label="Filters">
        {chips.map((name) => (
          <Chip key={name} name={name} search={search} onChange={onChange} />
        ))}
        <AddFilter search={search} onChange={onChange} />
        {chips.length > 1 && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => onChange(search.sort === undefined ? {} : { sort: search.sort })}
          >
            Remove all
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface SearchBoxProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function SearchBox({ text, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const send = useDebouncedCallback(onChange, TYPING_MS);
  // The address has changed by itself: a saved view was opened, or the browser went back.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(text);
  }, [text]);
  const type = (next: string) => {
    setTyped(next);
    send(next);
  };
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label="Search transactions"
      placeholder="Search names, remittance and additional information"
      maxLength={500}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        typed === '' ? null : <CloseButton aria-label="Clear the search" onClick={() => type('')} />
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

interface ChipProps extends FilterBarProps {
  readonly name: FilterName;
}

function Chip({ name, search, onChange }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const text = search[name] ?? '';
  const { label } = filterField(name);
  const shown = useValueText(name, text);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-start" shadow="md">
      <Button.Group>
        <Popover.Target>
          <Button variant="light" size="xs" maw="20rem" onClick={() => setOpen(!isOpen)}>
            {label}: {shown}
          </Button>
        </Popover.Target>
        <Button
          variant="light"
          size="xs"
          px={6}
          aria-label={`Remove filter ${label}`}
          onClick={() => onChange(withFilter(search, name, ''))}
        >
          ×
        </Button>
      </Button.Group>
      <Popover.Dropdown>
        <FilterEditor
          name={name}
          text={text}
          onApply={(next) => {
            setOpen(false);
            onChange(withFilter(search, name, next));
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function AddFilter({ search, onChange }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState<FilterName | null>(null);
  const isFree = (one: FilterName) => one !== 'search' && search[one] === undefined;
  const open = (opened: boolean) => {
    setOpen(opened);
    setName(null);
  };
  return (
    <Popover opened={isOpen} onChange={open} trapFocus returnFocus position="bottom-start" shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<ListFilter size={14} aria-hidden />}
          onClick={() => open(!isOpen)}
        >
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" w="min(20rem, 80vw)">
          <Select
            label="Filter by"
            placeholder="Choose or type"
            searchable
            data-autofocus
            maxDropdownHeight={260}
            comboboxProps={{ withinPortal: false }}
            data={FILTER_NAMES.filter(isFree).map((one) => ({ value: one, label: filterField(one).label }))}
            value={name}
            onChange={(value) => setName(value)}
          />
          {name !== null && (
            <FilterEditor
              key={name}
              name={name}
              text=""
              onApply={(text) => {
                open(false);
                onChange(withFilter(search, name, text));
              }}
            />
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The value of a filter as people read it. */
function useValueText(name: FilterName, text: string): string {
  const accounts = useAccountNames();
  const field = filterField(name);
  switch (field.kind) {
    case 'accounts':
      return valuesIn(text)
        .map((id) => visibleText(accounts.get(id) ?? id))
        .join(' or ');
    case 'choices':
      return valuesIn(text)
        .map((value) => field.choices[value] ?? value)
        .join(' or ');
    case 'flag':
      return text === 'true' ? 'yes' : text === 'false' ? 'no' : text;
    case 'day':
      return dayText(text);
    case 'moment':
      return momentText(text);
    case 'texts':
    case 'ids':
    case 'currency':
      return valuesIn(text).map(visibleText).join(' or ');
    case 'amount':
    case 'words':
      return visibleText(text);
  }
}
