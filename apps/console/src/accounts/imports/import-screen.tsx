import { Alert, Button, Progress, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { FileImport } from '@tributary/client';
import { $api } from '../../api/api';
import { Page } from '../../elements/page';
import { QueryState } from '../../elements/queries/query-state';
import { useChange } from '../../elements/changes/use-change';
import { ImportReviews } from '../../reviews/import-reviews';
import { ChooseAccounts } from './choose-accounts';
import { CorrectColumns } from './corrections/correct-columns';
import { CorrectDates } from './corrections/correct-dates';
import { ImportEntries } from './import-entries';
import { importQuestions } from './import-questions';
import { canBeDiscarded, isWorking, STATUS_WORDS } from './import-words';
import { useDiscard } from './use-discard';

const route = getRouteApi('/imports/$importId');
const POLL_MS = 500;

/** The screen of an import: its preview, the accounts of its entries, its progress and its undo. */
export function ImportScreen() {
  const { importId } = route.useParams();
  const shown = $api.useQuery(
    'get',
    '/finance/imports/{importId}',
    { params: { path: { importId } } },
    { refetchInterval: ({ state: { data } }) => (data && isWorking(data.data.status) ? POLL_MS : false) },
  );
  return (
    <QueryState query={shown} rows={6}>
      {({ data }) => <ShownImport shown={data} />}
    </QueryState>
  );
}

function ShownImport({ shown }: { readonly shown: FileImport }) {
  const isReady = shown.status === 'READY';
  return (
    <Page title={shown.file_name} actions={<Actions shown={shown} />}>
      <Text role="status">{`${statusText(shown)}${shown.format ? `: ${shown.format}` : ''}`}</Text>
      {isWorking(shown.status) && (
        <Progress
          aria-label="Progress"
          value={(100 * Number(shown.entries_done)) / Math.max(1, Number(shown.entries_total))}
        />
      )}
      {shown.error !== null && (
        <Alert role="alert" color="red" title="The file cannot be imported like this">
          {shown.error}
        </Alert>
      )}
      {(shown.status === 'APPLIED' || shown.status === 'UNDONE') && (
        <Text>
          {`${shown.transactions_added} transactions added, ${shown.transactions_removed} removed again, ` +
            `${shown.transactions_kept} kept.`}
        </Text>
      )}
      {shown.status === 'APPLIED' && <ImportReviews importId={shown.id} isLinked />}
      {isReady && <ChooseAccounts shown={shown} />}
      {isReady && shown.csv !== null && (
        <CorrectColumns key={shown.updated_at} fileImport={shown} csv={shown.csv} />
      )}
      {isReady && shown.qif !== null && (
        <CorrectDates key={shown.updated_at} fileImport={shown} qif={shown.qif} />
      )}
      {isReady && <ImportEntries shown={shown} />}
    </Page>
  );
}

function statusText(shown: FileImport): string {
  const isAsking = shown.status === 'READY' && importQuestions(shown).length > 0;
  return isAsking ? 'Waits for your answer' : STATUS_WORDS[shown.status];
}

function Actions({ shown }: { readonly shown: FileImport }) {
  const navigate = useNavigate();
  const { isPending, discard } = useDiscard(() => navigate({ to: '/imports' }));
  return (
    <>
      {canBeDiscarded(shown) && (
        <Button variant="default" loading={isPending} onClick={() => discard(shown)}>
          Discard
        </Button>
      )}
      <NextStep shown={shown} />
    </>
  );
}

function NextStep({ shown }: { readonly shown: FileImport }) {
  const { id, status, entries_new: added, entries_doubtful: doubtful } = shown;
  const params = { path: { importId: id } };
  const apply = useChange('post', '/finance/imports/{importId}/apply', { done: 'Import started' });
  const undo = useChange('post', '/finance/imports/{importId}/undo', { done: 'Undo started' });
  if (status === 'READY') {
    return (
      <Button
        disabled={importQuestions(shown).length > 0}
        loading={apply.isPending}
        onClick={() => apply.mutate({ params })}
      >
        {`Import ${added} new${doubtful === '0' ? '' : ` and ${doubtful} doubtful`}`}
      </Button>
    );
  }
  if (status !== 'APPLIED') return null;
  return (
    <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ params })}>
      Undo the import
    </Button>
  );
}
