import { Stack, Title } from '@mantine/core';
import { Page } from '../elements/page';
import { Failures } from './failures';
import { TransferList } from './transfer-list';

/** The transfers to destinations: failures by their reason, and every attempt. */
export function TransfersScreen() {
  return (
    <Page title="Transfers">
      <Stack gap="sm">
        <Title order={2} size="h3">
          What fails now
        </Title>
        <Failures />
      </Stack>
      <Stack gap="sm" mt="md">
        <Title order={2} size="h3">
          All attempts
        </Title>
        <TransferList />
      </Stack>
    </Page>
  );
}
