import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { useState } from 'react';
import { useChange } from '../../../elements/changes/use-change';
import { Section } from '../../section';
import { CERTAINTY_WORDS, DATE_ORDERS, questionText } from '../import-words';

type Qif = NonNullable<FileImport['qif']>;

interface CorrectDatesProps {
  readonly shown: FileImport;
  readonly qif: Qif;
}

/** How the dates of a QIF file are read, and whether that is certain. Sending the reading confirms it. */
export function CorrectDates({ shown, qif: detected }: CorrectDatesProps) {
  const { id, certainty, questions } = shown;
  const isGuess = certainty === 'GUESS';
  const [order, setOrder] = useState(detected.date_order);
  const change = useChange('patch', '/finance/imports/{importId}', { done: 'Reading the file again' });
  return (
    <Section title="How the file is read">
      {isGuess && (
        <Alert color="yellow" title={CERTAINTY_WORDS.GUESS} mb="sm">
          {questions.map((question) => (
            <Text key={question.text} size="sm">
              {questionText(question)}
            </Text>
          ))}
          <Text size="sm">Choose the order, then “Read the file like this”.</Text>
        </Alert>
      )}
      <Group align="flex-end">
        <NativeSelect
          label="Dates"
          data={DATE_ORDERS}
          value={order}
          onChange={({ currentTarget: { value } }) => setOrder(value as Qif['date_order'])}
        />
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
