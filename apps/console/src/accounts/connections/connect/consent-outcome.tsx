import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { FinancialConnection } from '@tributary/client';
import { ForeignText } from '../../../elements/foreign-text';
import { useChange } from '../../../elements/changes/use-change';
import { connectionName } from '../connection-name';
import type { ConsentOutcome as Outcome } from '../../search';
import { useReauthorize } from '../use-consent';
import { useConnectSearch } from './use-connect-search';

interface Words {
  readonly color: 'green' | 'yellow' | 'red';
  readonly title: string;
  readonly text: string;
}

const WORDS: Readonly<Record<Outcome, Words>> = {
  given: { color: 'green', title: 'The consent is given', text: 'Its accounts are below.' },
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
    text: 'It was used before, or another one was asked for meanwhile. Give it again.',
  },
  unavailable: {
    color: 'yellow',
    title: 'The bank did not answer',
    text: 'Your consent may be given already. Ask again in a minute; you do not have to sign in for that.',
  },
};

/** The outcome of the consent, with the next steps. */
export function ConsentOutcome({ connection }: { readonly connection: FinancialConnection }) {
  const { outcome } = useConnectSearch().search;
  const isOpen = connection.status === 'PENDING';
  if (!isOpen && (outcome === undefined || outcome === 'given')) {
    return outcome === 'given' ? (
      <Alert role="status" color="green" title={WORDS.given.title}>
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
      : WORDS[outcome];
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
  const { go } = useConnectSearch();
  const consent = useReauthorize();
  const again = useChange('post', '/finance/connections/{connectionId}/activate', {
    done: 'The consent is given',
    onSuccess: () => go({ outcome: 'given' }, { replace: true }),
  });
  const remove = useChange('delete', '/finance/connections/{connectionId}', {
    done: 'Nothing was connected',
    onSuccess: () =>
      go({ connection: undefined, institution: undefined, outcome: undefined, step: undefined }),
  });
  const params = { path: { connectionId: id } };
  const canAsk = outcome === 'waiting' || outcome === 'unavailable';
  return (
    <Group gap="xs">
      {canAsk && (
        <Button size="xs" loading={again.isPending} onClick={() => again.mutate({ params })}>
          Ask again
        </Button>
      )}
      <Button
        size="xs"
        variant={canAsk ? 'default' : 'filled'}
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
