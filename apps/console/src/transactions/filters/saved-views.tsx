import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import Bookmark from 'lucide-react/icons/bookmark';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState, type FormEvent } from 'react';
import { useUser } from '../../api/session';
import type { TransactionsSearch } from './search';
import { VIEW_NAME_MAX, viewsIn, withView, type SavedView } from './views';

interface SavedViewsProps {
  readonly search: TransactionsSearch;
  readonly onOpen: (search: TransactionsSearch) => void;
}

/** Searches that the user gave a name. This browser keeps them. */
export function SavedViews({ search, onOpen }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false);
  const [views, setViews] = useViews();
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    setViews(withView(views, { name: name.trim(), search }));
    setName('');
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus position="bottom-end" shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<Bookmark size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" w="min(18rem, 80vw)">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              Save the filters that you use often. This browser keeps them.
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} gap="xs" wrap="nowrap" justify="space-between">
              <Button
                variant="subtle"
                size="xs"
                justify="flex-start"
                flex={1}
                onClick={() => {
                  setOpen(false);
                  onOpen(view.search);
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete view ${view.name}`}
                onClick={() => setViews(views.filter((one) => one !== view))}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={save}>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                label="Save these filters as"
                size="xs"
                flex={1}
                required
                maxLength={VIEW_NAME_MAX}
                data-autofocus
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" size="xs" disabled={name.trim() === ''}>
                Save
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function useViews(): [readonly SavedView[], (views: readonly SavedView[]) => void] {
  const key = `tributary:transaction-views:${useUser().id}`;
  const [views, setViews] = useState(() => viewsIn(localStorage.getItem(key)));
  const store = (next: readonly SavedView[]) => {
    localStorage.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  return [views, store];
}
