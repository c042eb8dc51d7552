import { Group, Pagination, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { countText } from './words';

const route = getRouteApi('/administration');

/** The pages of a list, where there are several. */
export function Pages({ meta }: { readonly meta: { readonly last_page: number; readonly total: number } }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {countText(meta.total)} in total
      </Text>
      {meta.last_page > 1 && (
        <Pagination
          total={meta.last_page}
          value={search.page ?? 1}
          onChange={(page) => void navigate({ to: '/administration', search: { ...search, page } })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      )}
    </Group>
  );
}
