import { Button, Group } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../../../elements/changes/use-change';
import { Section } from '../../../elements/section';
import { DATE_ORDER_WORDS } from '../import-words';
import { Choice } from './correct-columns';
import { ReadingCertainty } from './reading-certainty';

type Qif = NonNullable<FileImport['qif']>;

interface CorrectDatesProps {
  readonly fileImport: FileImport;
  readonly qif: Qif;
}

/** The reading of the dates of a QIF file, and its certainty. Sending the reading confirms it. */
export function CorrectDates({ fileImport, qif: detected }: CorrectDatesProps) {
  const { id, certainty } = fileImport;
  const isGuess = certainty === 'GUESS';
  const [order, setOrder] = useState(detected.date_order);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Reading the file again' });
  return (
    <Section title="How the file is read">
      {isGuess && (
        <ReadingCertainty
          fileImport={fileImport}
          advice="Choose the order, then “Read the file like this”."
        />
      )}
      <Group align="flex-end">
        <Choice label="Dates" words={DATE_ORDER_WORDS} value={order} onChange={setOrder} />
        <Button
          variant={isGuess ? 'filled' : 'default'}
          loading={change.isPending}
          onClick={() =>
            change.mutate({ params: { path: { importId: id } }, body: { qif: { date_order: order } } })
          }
        >
          Read the file like this
        </Button>
      </Group>
    </Section>
  );
}
