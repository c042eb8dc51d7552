import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** A placeholder while data loads: rows of the height of a table's. */
export function Loading({ rows = 5 }: { readonly rows?: number }) {
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
