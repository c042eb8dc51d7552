import { Anchor } from '@mantine/core';

/** Leads to the documentation's page on an error, in a tab of its own so that what was typed stays. */
export function WhatToDo({ page }: { readonly page: string | null }) {
  if (page === null) return null;
  return (
    <Anchor href={page} target="_blank" rel="noreferrer" size="sm">
      What to do
    </Anchor>
  );
}
