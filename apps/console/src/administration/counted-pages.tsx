import { Group, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Pages } from '../elements/pages';
import { countText } from './words';

const route = getRouteApi('/administration');

/** The number of rows of a list, and its pages. */
export function CountedPages({
  meta,
}: {
  readonly meta: { readonly last_page: number; readonly total: number };
}) {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {countText(meta.total)} in total
      </Text>
      <Pages
        total={meta.last_page}
        page={search.page ?? 1}
        onChange={(page) => void navigate({ to: '/administration', search: { ...search, page } })}
      />
    </Group>
  );
}
