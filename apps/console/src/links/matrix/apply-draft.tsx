import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmed } from '../../elements/changes/confirmed';
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

/** Does what was ticked and unticked. */
export function ApplyDraft({ draft, known, onDone }: ApplyDraftProps) {
  const queries = useQueryClient();
  const [from, setFrom] = useState('');
  const [mode, setMode] = useState<SyncMode>('TRANSACTIONS');
  const [answers, setAnswers] = useState(NO_ANSWERS);
  const create = useChange('post', '/transfer-links/bulk', {
    done: ({ data }) => outcomeOf(data.results, 'created'),
    isErrorShown: true,
  });
  const remove = useChange('delete', '/transfer-links/bulk', {
    done: ({ data }) => outcomeOf(data.results, 'deleted'),
    isErrorShown: true,
  });
  const { created, removed } = changesOf(draft);
  const currencies = currenciesOf(created, known, answers);
  if (created.length + removed.length === 0) return null;
  const onApply = async () => {
    if (removed.length > 0) {
      const title = `Delete ${removed.length} ${removed.length === 1 ? 'link' : 'links'}?`;
      const children = 'What was sent stays at the destination. What waits is not sent any more.';
      if (!(await confirmed({ title, children, confirm: 'Delete', isDangerous: true }))) return;
      await remove.mutateAsync({ body: { transfer_link_ids: removed } });
    }
    if (created.length > 0) {
      await create.mutateAsync({
        body: {
          transfer_links: created.map((link) => ({
            ...link,
            ...sentFrom(from, mode),
            ...currencyMembers(link, known, answers, currencies),
          })),
        },
      });
    }
    await queries.invalidateQueries();
    onDone();
  };
  const label = [
    created.length > 0 ? `Create ${created.length} ${created.length === 1 ? 'link' : 'links'}` : null,
    removed.length > 0 ? `Delete ${removed.length} ${removed.length === 1 ? 'link' : 'links'}` : null,
  ];
  const error = create.error ?? remove.error;
  return (
    <Paper role="region" aria-label="Changes to apply">
      <Stack gap="sm">
        {created.length > 0 && (
          <Group align="flex-end">
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
            <NewLinkCurrencies currencies={currencies} answers={answers} onAnswer={setAnswers} />
          </Group>
        )}
        {error !== null && <Problem error={error} />}
        <Group>
          <Button
            loading={create.isPending || remove.isPending}
            disabled={currencies.differing.length > 0 && answers.rule === null}
            onClick={() => void onApply().catch(() => undefined)}
          >
            {label.filter((part) => part !== null).join(', ')}
          </Button>
          <Button variant="default" onClick={onDone}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
