import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import Bookmark from 'lucide-react/icons/bookmark';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useUser } from '../../api/session';
import { IconButton } from '../../elements/forms/icon-button';
import type { TransactionsSearch } from './search';
import { VIEW_NAME_MAX, viewsIn, withView, type SavedView } from './views';

interface SavedViewsProps {
  readonly search: TransactionsSearch;
  readonly onOpen: (search: TransactionsSearch) => void;
}

/** Searches that the user gave a name. The browser stores them. */
export function SavedViews({ search, onOpen }: SavedViewsProps) {
  const [isOpen, setOpen] = useState(false);
  const [views, setViews] = useViews();
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
              <IconButton
                icon={Trash2}
                label={`Delete view ${view.name}`}
                onClick={() => setViews(views.filter((one) => one !== view))}
              />
            </Group>
          ))}
          <SaveView onSave={(name) => setViews(withView(views, { name, search }))} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SaveView({ onSave }: { readonly onSave: (name: string) => void }) {
  const form = useForm({ initialValues: { name: '' } });
  const save = form.onSubmit(({ name }) => {
    onSave(name.trim());
    form.reset();
  });
  return (
    <form onSubmit={save}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Save these filters as"
          size="xs"
          flex={1}
          required
          maxLength={VIEW_NAME_MAX}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Button type="submit" size="xs" disabled={form.values.name.trim() === ''}>
          Save
        </Button>
      </Group>
    </form>
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
