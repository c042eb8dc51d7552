import { Stack, Text } from '@mantine/core';
import type { Health, Pause } from '@tributary/client';
import { ForeignText } from './foreign-text';
import { Status, type StatusKind } from './status';

interface WorkingStatusProps {
  readonly health: Health;
  readonly isEnabled: boolean;
  readonly paused: Pause | null;
}

/** The status of a resource that works in the background, with the reason if it does not work. */
export function WorkingStatus({ health, isEnabled, paused }: WorkingStatusProps) {
  const { kind, label } = statusOf(health, isEnabled, paused);
  const reason = health.integrator_message ?? health.transient_message;
  const hasReason = isEnabled && health.status !== 'HEALTHY' && reason !== null;
  return (
    <Stack gap={2} align="flex-start">
      <Status kind={kind} label={label} />
      {hasReason && (
        <Text size="xs" c="dimmed">
          <ForeignText text={reason} />
        </Text>
      )}
      {paused !== null && (
        <Text size="xs" c="dimmed">
          {pauseText(paused)}
        </Text>
      )}
    </Stack>
  );
}

/** The reason why a resource paused that an app or a token made. */
export function pauseText({ reason, by }: Pause): string {
  const maker = by ?? 'What made it';
  return reason === 'GRANT_ENDED'
    ? `${maker} has no access any more. Keep it under Developers, Grants, or delete it.`
    : `${maker} may do less than before. Keep it under Developers, Grants, or delete it.`;
}

function statusOf(
  { status, failure_count: failures }: Health,
  isEnabled: boolean,
  paused: Pause | null,
): { kind: StatusKind; label: string } {
  if (paused !== null) return { kind: 'paused', label: 'Paused' };
  if (!isEnabled) return { kind: 'paused', label: 'Switched off' };
  switch (status) {
    case 'HEALTHY':
      return { kind: 'good', label: 'Works' };
    case 'DEGRADED':
      return { kind: 'warning', label: 'Works with delays' };
    case 'FAILING':
      return { kind: 'bad', label: failures > 1 ? `Fails since ${failures} attempts` : 'Fails' };
    case 'UNKNOWN':
      return { kind: 'working', label: 'Not tried yet' };
    default:
      return status satisfies never;
  }
}
