import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { FinancialConnection } from '@tributary/client';
import { ForeignText } from '../../../elements/foreign-text';
import { useChange } from '../../../elements/changes/use-change';
import { connectionName } from '../connection-name';
import type { ConsentOutcome as Outcome } from '../../search';
import { useReauthorize } from '../use-consent';
import { useConnectSearch } from './use-connect-search';

interface OutcomeText {
  readonly color: 'green' | 'yellow' | 'red';
  readonly title: string;
  readonly text: string;
}

const OUTCOME_TEXTS: Readonly<Record<Outcome, OutcomeText>> = {
  given: { color: 'green', title: 'The consent is given', text: 'The accounts are below.' },
  refused: {
    color: 'red',
    title: 'The consent was refused',
    text: 'You declined it, or the bank did. Nothing was connected and nothing was read.',
  },
  waiting: {
    color: 'yellow',
    title: 'The bank has not confirmed the consent yet',
    text: 'Some banks take a moment. Ask again in a minute.',
  },
  conflict: {
    color: 'red',
    title: 'This consent was not for this connection',
    text: 'The consent was used before, or a newer one has replaced it. Give the consent again.',
  },
  unavailable: {
    color: 'yellow',
    title: 'The bank did not answer',
    text: 'Your consent may be given already. Ask again in a minute; you do not have to sign in for that.',
  },
};

/** Shows the outcome of a consent after the bank sent the user back, with buttons for the next steps. */
export function ConsentOutcome({ connection }: { readonly connection: FinancialConnection }) {
  const { outcome } = useConnectSearch().search;
  const isPending = connection.status === 'PENDING';
  if (!isPending && (outcome === undefined || outcome === 'given')) {
    return outcome === 'given' ? (
      <Alert role="status" color="green" title={OUTCOME_TEXTS.given.title}>
        <ForeignText text={connectionName(connection)} /> is connected.
      </Alert>
    ) : null;
  }
  const { color, title, text } =
    outcome === undefined || outcome === 'given'
      ? {
          color: 'yellow' as const,
          title: 'The consent is not given yet',
          text: 'You left before the end. Continue where you were, or choose another bank.',
        }
      : OUTCOME_TEXTS[outcome];
  return (
    <Alert role="status" color={color} title={title}>
      <Stack gap="sm">
        <Text size="sm">
          <ForeignText text={connectionName(connection)} />: {text}
        </Text>
        <NextSteps connection={connection} outcome={outcome} />
      </Stack>
    </Alert>
  );
}

interface NextStepsProps {
  readonly connection: FinancialConnection;
  readonly outcome: Outcome | undefined;
}

function NextSteps({ connection: { id, status }, outcome }: NextStepsProps) {
  const { changeSearch } = useConnectSearch();
  const consent = useReauthorize();
  const activation = useChange('post', '/finance/connections/{connectionId}/activate', {
    done: 'The consent is given',
    onSuccess: () => changeSearch({ outcome: 'given' }, { replace: true }),
  });
  const remove = useChange('delete', '/finance/connections/{connectionId}', {
    done: 'Nothing was connected',
    onSuccess: () =>
      changeSearch({ connection: undefined, institution: undefined, outcome: undefined, step: undefined }),
  });
  const params = { path: { connectionId: id } };
  const canRetry = outcome === 'waiting' || outcome === 'unavailable';
  return (
    <Group gap="xs">
      {canRetry && (
        <Button size="xs" loading={activation.isPending} onClick={() => activation.mutate({ params })}>
          Ask again
        </Button>
      )}
      <Button
        size="xs"
        variant={canRetry ? 'default' : 'filled'}
        loading={consent.isPending}
        onClick={() => consent.renew(id)}
      >
        Give the consent
      </Button>
      {status === 'PENDING' && (
        <Button
          size="xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate({ params })}
        >
          Choose another bank
        </Button>
      )}
    </Group>
  );
}
