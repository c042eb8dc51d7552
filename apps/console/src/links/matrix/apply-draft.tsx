import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { CreateTransferLinkBody } from '@tributary/client';
import { useState } from 'react';
import { confirmed } from '../../elements/changes/confirmed';
import { counted } from '../../elements/counted';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { currenciesOf, currencyMembers, NO_ANSWERS, type KnownCurrencies } from '../link-currencies';
import { outcomeOf } from '../link-words';
import { changesOf, type Draft } from './matrix-draft';
import { sentFrom, SYNC_MODES, type SyncMode } from '../link-settings';
import { NewLinkCurrencies } from '../on-other-currency';

interface ApplyDraftProps {
  readonly draft: Draft;
  readonly known: KnownCurrencies;
  readonly onDone: () => void;
}

/** Creates and deletes the links that were ticked and unticked. */
export function ApplyDraft({ draft, known, onDone }: ApplyDraftProps) {
  const [from, setFrom] = useState('');
  const [mode, setMode] = useState<SyncMode>('TRANSACTIONS');
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const { created, removed } = changesOf(draft);
  const currencies = currenciesOf(created, known, answers);
  const links = created.map((link) => ({
    ...link,
    ...sentFrom(from, mode),
    ...currencyMembers(link, known, answers, currencies),
  }));
  const { apply, isPending, error } = useApply(links, removed, onDone);
  if (created.length + removed.length === 0) return null;
  return (
    <Paper role="region" aria-label="Changes to apply">
      <Stack gap="sm">
        {created.length > 0 && (
          <Group align="flex-end">
            <SentFields from={from} setFrom={setFrom} mode={mode} setMode={setMode} />
            <NewLinkCurrencies currencies={currencies} answers={answers} onAnswer={setAnswers} />
          </Group>
        )}
        {error !== null && <Problem error={error} />}
        <Group>
          <Button
            loading={isPending}
            disabled={currencies.differing.length > 0 && answers.rule === null}
            onClick={() => void apply().catch(() => undefined)}
          >
            {labelOf(created.length, removed.length)}
          </Button>
          <Button variant="default" onClick={onDone}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

interface SentFieldsProps {
  readonly from: string;
  readonly setFrom: (day: string) => void;
  readonly mode: SyncMode;
  readonly setMode: (mode: SyncMode) => void;
}

function SentFields({ from, setFrom, mode, setMode }: SentFieldsProps) {
  return (
    <>
      <TextInput
        type="date"
        label="Send transactions from"
        description="Empty: the whole history."
        value={from}
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <Select
        label="What is sent"
        data={SYNC_MODES}
        value={mode}
        onChange={(chosen) => setMode(chosen ?? 'TRANSACTIONS')}
        allowDeselect={false}
      />
    </>
  );
}

function labelOf(created: number, removed: number): string {
  return [
    ...(created > 0 ? [`Create ${counted(created, 'link')}`] : []),
    ...(removed > 0 ? [`Delete ${counted(removed, 'link')}`] : []),
  ].join(', ');
}

function useApply(links: CreateTransferLinkBody[], removed: string[], onDone: () => void) {
  const queries = useQueryClient();
  const create = useChange('post', '/transfer-links/bulk', {
    done: ({ data }) => outcomeOf(data.results, 'created'),
    isErrorShown: true,
  });
  const remove = useChange('delete', '/transfer-links/bulk', {
    done: ({ data }) => outcomeOf(data.results, 'deleted'),
    isErrorShown: true,
  });
  const apply = async () => {
    if (removed.length > 0) {
      const isConfirmed = await confirmed({
        title: `Delete ${counted(removed.length, 'link')}?`,
        children: 'What was sent stays at the destination. What waits is not sent any more.',
        confirm: 'Delete',
        isDangerous: true,
      });
      if (!isConfirmed) return;
      await remove.mutateAsync({ body: { transfer_link_ids: removed } });
    }
    if (links.length > 0) await create.mutateAsync({ body: { transfer_links: links } });
    await queries.invalidateQueries();
    onDone();
  };
  return { apply, isPending: create.isPending || remove.isPending, error: create.error ?? remove.error };
}
