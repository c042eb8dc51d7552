import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { ApiError, type components } from '@tributary/client';
import { $api } from '../../api/api';
import { Loading } from '../../elements/loading';
import { Problem } from '../../elements/problems/problem';
import { MatchDiff } from './match-diff';
import { isComplete, type RuleLanguage } from '../editor/rule-language';
import '../preview-panel.css';
import { bodyOf, type RuleBody, type RuleDraft } from '../rule-draft';

const TYPING_MS = 400;
const TRANSACTIONS = 500;
const MATCHES = 50;
/** The user's own preview of a moment ago may still run. */
const BUSY_TRIES = 5;

type Preview = components['schemas']['RulePreview'];

/** A rule that is tried on history. */
interface Trial {
  readonly rule: RuleBody;
  /** The saved rule that it is a change of. */
  readonly ruleId: string | null;
  /** Ids of the accounts whose transactions are evaluated; empty for all accounts. */
  readonly accountIds: string[];
}

/** Tries a draft on history whenever nothing was typed for a moment. */
export function useRulePreview(
  language: RuleLanguage,
  draft: RuleDraft,
  { ruleId, accountIds }: Omit<Trial, 'rule'>,
) {
  const trial: Trial = { rule: bodyOf(draft), ruleId, accountIds };
  const wanted = isComplete(language, draft) ? JSON.stringify(trial) : null;
  const [settled] = useDebouncedValue(wanted, TYPING_MS);
  const { rule, accountIds: accounts } = settled === null ? trial : (JSON.parse(settled) as Trial);
  const query = $api.useQuery(
    'post',
    '/rules/preview',
    {
      body: {
        // A rule has its effects whether it has a name yet or not.
        rule: { ...rule, name: rule.name === '' ? '…' : rule.name },
        rule_id: ruleId,
        financial_account_ids: accounts.length === 0 ? null : accounts,
        matches_max: MATCHES,
        transactions_max: TRANSACTIONS,
      },
    },
    {
      enabled: settled !== null,
      placeholderData: keepPreviousData,
      retry: (failures, error: unknown) =>
        error instanceof ApiError && error.status === 409 && failures < BUSY_TRIES,
    },
  );
  return { query, isCurrent: settled === wanted && !query.isFetching };
}

interface PreviewPanelProps {
  readonly preview: ReturnType<typeof useRulePreview>;
  readonly isOfSavedRule: boolean;
}

/** Shows the changes that the rule would make in history, before it is saved. */
export function PreviewPanel({ preview: { query, isCurrent }, isOfSavedRule }: PreviewPanelProps) {
  return (
    <Stack gap="sm" component="section" aria-label="Preview" className="rule-preview" tabIndex={0}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Preview
        </Title>
        {!isCurrent && query.isEnabled && (
          <Badge variant="light" tt="none">
            Updating…
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {isOfSavedRule
          ? 'What would differ from the saved rule, in its position among the others.'
          : 'What the rule would do as the last one. Nothing is written.'}
      </Text>
      <PreviewAnswer query={query} />
    </Stack>
  );
}

function PreviewAnswer({ query }: { readonly query: PreviewPanelProps['preview']['query'] }) {
  if (!query.isEnabled) return <Text size="sm">Write what the rule does to see what it changes.</Text>;
  if (query.isError) return <PreviewProblem error={query.error} retry={query.refetch} />;
  if (query.isPending) return <Loading />;
  const { data } = query.data;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        <Counts preview={data} />
      </Text>
      {data.matches.map((match) => (
        <MatchDiff key={`${match.transaction_id} ${match.transfer_link_id ?? ''}`} match={match} />
      ))}
    </Stack>
  );
}

/** Errors about a field are shown beside the field, so this panel only points to them. */
function PreviewProblem({ error, retry }: { readonly error: unknown; readonly retry: () => unknown }) {
  if (error instanceof ApiError && error.status === 422) {
    return (
      <Paper>
        <Text size="sm">Correct what is marked to see what the rule does.</Text>
      </Paper>
    );
  }
  return <Problem error={error} retry={retry} />;
}

function Counts({ preview }: { readonly preview: Preview }) {
  const { scanned, matched, changed, failed, more, matches } = preview;
  if (scanned === '0') return <>There are no transactions to try it on.</>;
  const shown = matches.length;
  return (
    <>
      Of the {more === 'true' ? 'newest ' : ''}
      {scanned} transactions, <strong>{matched} match</strong> and <strong>{changed} change</strong>
      {failed === '0' ? '' : `; it fails on ${failed}`}.
      {Number(matched) > shown && shown > 0 ? ` The first ${shown} are shown.` : ''}
    </>
  );
}
