import { Alert, Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import type { RuleApplication } from '@tributary/client';
import { $api } from '../../api/api';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { Problem } from '../../elements/problems/problem';
import { ScreenLink } from '../../elements/screen-link';
import { useChange } from '../../elements/changes/use-change';
import { When } from '../../elements/dates/when';
import type { Rule } from '../rule-draft';

const POLL_MS = 500;

/** Applies the saved rule to history, and shows the progress. */
export function ApplyPanel({ rule, isDirty }: { readonly rule: Rule; readonly isDirty: boolean }) {
  const ruleId = rule.id;
  const applications = $api.useQuery(
    'get',
    '/rules/{ruleId}/applications',
    { params: { path: { ruleId }, query: { 'page[size]': 1, sort: ['-id'], 'filter[dry_run]': 'false' } } },
    {
      refetchInterval: ({ state }) => {
        const [newest] = state.data?.data ?? [];
        return newest !== undefined && isUnderWay(newest) ? POLL_MS : false;
      },
    },
  );
  const apply = useChange('post', '/rules/{ruleId}/apply', { done: 'The rule is being applied' });
  const [newest] = applications.data?.data ?? [];
  const obstacle = obstacleOf(rule, isDirty);
  const isRunning = newest !== undefined && isUnderWay(newest);
  const onApply = onceConfirmed(
    {
      title: 'Apply the rule to history?',
      children:
        'The stored transactions of the accounts and links that it is attached to are shaped again where the rule has ' +
        'to do with them. Each change is in the rule logs, where it can be undone.',
      confirm: 'Apply',
    },
    () => apply.mutate({ params: { path: { ruleId } }, body: { dry_run: false } }),
  );
  return (
    <Stack gap="xs" component="section" aria-label="Apply to history">
      <Title order={2} size="h4">
        Apply to history
      </Title>
      <Text size="sm" c="dimmed">
        {obstacle ?? 'The rule shapes what comes in. Apply it to change what is stored already.'}
      </Text>
      <Group>
        <Button
          variant="default"
          disabled={obstacle !== null || isRunning}
          loading={apply.isPending}
          onClick={onApply}
        >
          Apply to history
        </Button>
      </Group>
      {applications.isError && <Problem error={applications.error} retry={applications.refetch} />}
      {newest !== undefined && <Applied application={newest} />}
    </Stack>
  );
}

function Applied({ application }: { readonly application: RuleApplication }) {
  const { status, transactions_done: done, transactions_total: total, transactions_changed } = application;
  if (isUnderWay(application)) {
    const percent = total === '0' ? 0 : (Number(done) / Number(total)) * 100;
    return (
      <Stack gap={4}>
        <Progress value={percent} aria-label="Applied so far" animated />
        <Text size="sm" role="status">
          {done} of {total} transactions
        </Text>
      </Stack>
    );
  }
  if (status === 'FAILED') {
    return (
      <Alert role="alert" color="red" title="The rule could not be applied to all of history">
        {application.error ?? 'It stopped.'} {done} of {total} transactions were looked at.
      </Alert>
    );
  }
  return (
    <Text size="sm" role="status">
      Applied <When at={application.finished_at ?? application.updated_at} />: {transactions_changed} of{' '}
      {total} transactions changed.
      {application.transactions_locked === '0'
        ? ' '
        : ` In ${application.transactions_locked} it left fields that you set yourself. `}
      <ScreenLink to={`/rule-logs?rule_id=${application.rule_id}`}>See what changed</ScreenLink>
    </Text>
  );
}

function isUnderWay({ status }: RuleApplication): boolean {
  return status === 'PENDING' || status === 'RUNNING';
}

/** The reason why the rule cannot be applied now, with advice. */
function obstacleOf(rule: Rule, isDirty: boolean): string | null {
  if (isDirty) return 'Save your changes first.';
  if (rule.enabled !== 'true') return 'Switch the rule on first.';
  const count = Number(rule.financial_accounts_count) + Number(rule.transfer_links_count);
  return count === 0 ? 'Attach the rule to an account or a link first.' : null;
}
