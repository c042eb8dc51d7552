import { Alert, Text } from '@mantine/core';
import type { FileImport } from '@tributary/client';
import { CERTAINTY_WORDS, questionText } from '../import-words';

interface ReadingCertaintyProps {
  readonly fileImport: Pick<FileImport, 'certainty' | 'questions'>;
  /** Tells the user how to correct a reading that is a guess. */
  readonly advice: string;
}

/** The certainty of the reading of a file, with the questions that only the user can answer. */
export function ReadingCertainty({ fileImport: { certainty, questions }, advice }: ReadingCertaintyProps) {
  if (certainty === null) return null;
  if (certainty !== 'GUESS') return <Text size="sm">{CERTAINTY_WORDS[certainty]}</Text>;
  return (
    <Alert color="yellow" title={CERTAINTY_WORDS.GUESS}>
      {questions.map((question) => (
        <Text key={question.text} size="sm">
          {questionText(question)}
        </Text>
      ))}
      <Text size="sm">{advice}</Text>
    </Alert>
  );
}
