import { Paper, Stack, Title } from '@mantine/core';
import { AccountsTable } from './accounts-table';

/** Accounts that are kept by hand. */
export function ManualSection() {
  return (
    <Paper component="section" aria-labelledby="kept-by-hand">
      <Stack gap="sm">
        <Title order={2} size="h4" id="kept-by-hand">
          Kept by hand
        </Title>
        <AccountsTable
          of="MANUAL"
          name="Kept by hand"
          filter={{ 'filter[integrator]': 'MANUAL' }}
          none="No account is kept by hand."
        />
      </Stack>
    </Paper>
  );
}
