import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { $api } from '../api/api';
import { counted } from '../elements/counted';
import { ForeignText } from '../elements/foreign-text';
import { ScreenLink } from '../elements/screen-link';
import { useChange } from '../elements/changes/use-change';
import { decidedWords } from './review-words';

/** The file that a row came from. */
export function FileName({ importId }: { readonly importId: string }) {
  const shown = $api.useQuery('get', '/finance/imports/{importId}', { params: { path: { importId } } });
  const name = shown.data?.data.file_name;
  return (
    <ScreenLink size="sm" to={`/imports/${importId}`}>
      {name === undefined ? `Import ${importId}` : <ForeignText text={name} />}
    </ScreenLink>
  );
}

interface ImportReviewsProps {
  readonly importId: string;
  /** Minimum number of reviews; nothing is shown for fewer. */
  readonly atLeast?: number;
  /** A link to the reviews themselves. */
  readonly isLinked?: boolean;
}

/** The number of rows of an import that wait for a decision, with buttons that decide all of them. */
export function ImportReviews({ importId, atLeast = 1, isLinked = false }: ImportReviewsProps) {
  const open = $api.useQuery('get', '/finance/settlement-reviews', {
    params: { query: { 'filter[file_import_id]': importId, 'filter[status]': 'OPEN', 'page[size]': 1 } },
  });
  const [sent, setSent] = useState<'one' | 'two' | null>(null);
  const decide = useChange('post', '/finance/imports/{importId}/reviews', {
    done: ({ data }) => decidedWords(data),
  });
  const total = open.data?.meta.total ?? 0;
  if (total < atLeast) return null;
  const send = (decision: 'one' | 'two') => {
    setSent(decision);
    decide.mutate({ params: { path: { importId } }, body: { decision } });
  };
  return (
    <Alert
      color="yellow"
      title={`${counted(total, 'row of this file waits', 'rows of this file wait')} for you`}
    >
      <Text size="sm">
        They may be payments that the account has already. Until you decide, they are not sent, not announced
        and not counted.
      </Text>
      <Group mt="xs">
        <Button size="xs" loading={decide.isPending && sent === 'one'} onClick={() => send('one')}>
          All are payments that are there already
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={decide.isPending && sent === 'two'}
          onClick={() => send('two')}
        >
          All are payments of their own
        </Button>
        {isLinked && <ScreenLink to={`/reviews?import=${importId}`}>Decide one by one</ScreenLink>}
      </Group>
    </Alert>
  );
}
