import { Button, Group, List, SimpleGrid, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { TransferLink } from '@tributary/client';
import { $api } from '../api/api';
import { onceConfirmed } from '../elements/changes/confirmed';
import { counted } from '../elements/counted';
import { ForeignText } from '../elements/foreign-text';
import { Money } from '../elements/money/money';
import { Page } from '../elements/page';
import { QueryState } from '../elements/queries/query-state';
import { ScreenLink } from '../elements/screen-link';
import { Section } from '../elements/section';
import { Status } from '../elements/status';
import { useChange } from '../elements/changes/use-change';
import { When } from '../elements/dates/when';
import { pauseText } from '../elements/working-status';
import { DriftChecks } from './drift/drift-checks';
import { LinkSettings } from './link-settings';
import { CurrencyHealth } from './on-other-currency';
import { HistoryProgress, LinkStatus } from './link-status';
import { accountName, targetName } from './link-words';

const route = getRouteApi('/links/$linkId');

/** A link: its progress, its settings, its rules, and whether the destination still has what was sent. */
export function LinkScreen() {
  const { linkId } = route.useParams();
  const link = $api.useQuery('get', '/transfer-links/{transferLinkId}', {
    params: { path: { transferLinkId: linkId } },
  });
  return (
    <QueryState query={link} page="Link" wayOut={<ScreenLink to="/links">All links</ScreenLink>}>
      {({ data }) => <ShownLink link={data} />}
    </QueryState>
  );
}

interface LinkProps {
  readonly link: TransferLink;
}

function ShownLink({ link }: LinkProps) {
  const title = `${accountName(link.financial_account)} to ${targetName(link.destination)}`;
  return (
    <Page title={title} actions={<Acts link={link} />}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Progress link={link} />
        <Rules link={link} />
      </SimpleGrid>
      <Section title="Settings">
        <LinkSettings key={link.updated_at} link={link} />
      </Section>
      <DriftChecks linkId={link.id} />
    </Page>
  );
}

function Progress({ link }: LinkProps) {
  const {
    id,
    history,
    balance,
    paused,
    financial_account_id: accountId,
    transactions_under_review: waiting,
  } = link;
  const retry = useChange('post', '/transfer-links/{transferLinkId}/retry', {
    done: ({ data }) => `${data.retried} failed transfers are tried again`,
  });
  return (
    <Section title="Progress">
      <Group>
        <LinkStatus link={link} />
      </Group>
      {paused !== null && <Text size="sm">{pauseText(paused)}</Text>}
      <HistoryProgress history={history} />
      <CurrencyHealth link={link} />
      {balance !== null && <Balance balance={balance} />}
      {waiting !== '0' && (
        <ScreenLink size="sm" to={`/reviews?account=${accountId}`}>
          {`${counted(Number(waiting), 'transaction waits', 'transactions wait')} for your decision`}
        </ScreenLink>
      )}
      <Group gap="md">
        {(history?.failed ?? 0) > 0 && (
          <Button
            size="xs"
            loading={retry.isPending}
            onClick={() => retry.mutate({ params: { path: { transferLinkId: id } } })}
          >
            Retry what failed
          </Button>
        )}
        <ScreenLink to={`/transfers?link=${id}`}>Its transfers</ScreenLink>
        <ScreenLink to={`/accounts/${accountId}`}>The account</ScreenLink>
      </Group>
    </Section>
  );
}

function Balance({ balance }: { readonly balance: NonNullable<TransferLink['balance']> }) {
  const { state, cleared, currency, written_at: writtenAt, error } = balance;
  return (
    <Group gap="xs">
      <Text size="sm">
        Balance <Money amount={cleared} currency={currency} />
      </Text>
      {state === 'WRITTEN' && writtenAt !== null && (
        <Text size="sm" c="dimmed">
          written <When at={writtenAt} />
        </Text>
      )}
      {state === 'PENDING' && <Status kind="working" label="Waits to be written" />}
      {state === 'FAILED' && <Status kind="bad" label="Not written" />}
      {error !== null && (
        <Text size="sm">
          <ForeignText text={error} />
        </Text>
      )}
    </Group>
  );
}

function Rules({ link: { rules = [] } }: LinkProps) {
  return (
    <Section title="Rules">
      {rules.length === 0 ? (
        <Text c="dimmed">No rule changes what this link sends.</Text>
      ) : (
        <List type="ordered" size="sm">
          {rules.map(({ order, rule }) => (
            <List.Item key={`${order} ${rule.id}`}>
              <ScreenLink to={`/rules/${rule.id}`}>
                <ForeignText text={rule.name} />
              </ScreenLink>
              {rule.enabled === 'false' && ' (switched off)'}
            </List.Item>
          ))}
        </List>
      )}
      <ScreenLink to="/rules">All rules</ScreenLink>
    </Section>
  );
}

function Acts({ link: { id, active } }: LinkProps) {
  const navigate = route.useNavigate();
  const params = { path: { transferLinkId: id } };
  const pause = useChange('post', '/transfer-links/{transferLinkId}/pause', { done: 'Link paused' });
  const resume = useChange('post', '/transfer-links/{transferLinkId}/resume', { done: 'Link resumed' });
  const remove = useChange('delete', '/transfer-links/{transferLinkId}', {
    done: 'Link deleted',
    onSuccess: () => navigate({ to: '/links', search: {} }),
  });
  const onDelete = onceConfirmed(
    {
      title: 'Delete this link?',
      children:
        'What it has sent stays at the destination, and in the list of transfers. What waits is not sent any more.',
      confirm: 'Delete',
      isDangerous: true,
    },
    () => remove.mutate({ params }),
  );
  return (
    <>
      {active === 'true' ? (
        <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate({ params })}>
          Pause
        </Button>
      ) : (
        <Button loading={resume.isPending} onClick={() => resume.mutate({ params })}>
          Resume
        </Button>
      )}
      <Button color="red" variant="light" loading={remove.isPending} onClick={onDelete}>
        Delete
      </Button>
    </>
  );
}
