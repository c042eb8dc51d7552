import { Progress, Stack, Text } from '@mantine/core';
import type { TransferLink } from '@tributary/client';
import { Status, type StatusKind } from '../elements/status';

/** The status of a link, in words. */
export function LinkStatus({
  link,
}: {
  readonly link: Pick<TransferLink, 'active' | 'paused' | 'history' | 'balance' | 'health'>;
}) {
  const { kind, label } = linkStatus(link);
  return <Status kind={kind} label={label} />;
}

/** The status of a link, in words. */
export function linkStatus({
  active,
  paused,
  history,
  balance,
  health,
}: Pick<TransferLink, 'active' | 'paused' | 'history' | 'balance' | 'health'>): {
  readonly kind: StatusKind;
  readonly label: string;
} {
  if (paused !== null || active === 'false') return { kind: 'paused', label: 'Paused' };
  if ((history?.failed ?? 0) > 0) return { kind: 'bad', label: `${history?.failed} failed` };
  if (balance?.state === 'FAILED') return { kind: 'bad', label: 'Balance not written' };
  if (health.status !== 'HEALTHY') return { kind: 'warning', label: 'Other currencies' };
  const state = history?.state;
  switch (state) {
    case undefined:
    case 'COMPLETED':
      return { kind: 'good', label: 'Up to date' };
    case 'WAITING':
      return { kind: 'working', label: 'Waits to begin' };
    case 'SHAPING':
      return { kind: 'working', label: 'Applies rules' };
    case 'CARRYING':
      return { kind: 'working', label: 'Sends the history' };
    case 'STOPPED':
      return { kind: 'warning', label: 'History stopped' };
    default:
      return state satisfies never;
  }
}

/** The progress of a link through its account’s history. */
export function HistoryProgress({ history }: { readonly history: TransferLink['history'] }) {
  if (history === null) return <Text c="dimmed">It carries no transactions yet.</Text>;
  const { state, total, carried, failed } = history;
  const done = carried + failed;
  const share = total === 0 ? (state === 'COMPLETED' ? 100 : 0) : Math.floor((done * 100) / total);
  const numbers = `${carried} of ${total} sent${failed > 0 ? `, ${failed} failed` : ''}`;
  return (
    <Stack gap={4} miw={140}>
      <Progress.Root size="md">
        <Progress.Section value={share} aria-label="History sent" color={failed > 0 ? 'red' : undefined} />
      </Progress.Root>
      <Text size="xs">{state === 'COMPLETED' ? `Complete: ${numbers}` : numbers}</Text>
    </Stack>
  );
}
