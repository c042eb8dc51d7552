import type { FileImport } from '@tributary/client';

/** The members of an import that decide whether it waits for its user. */
export type AskingImport = Pick<FileImport, 'error' | 'certainty' | 'questions'> & {
  readonly accounts: readonly Pick<
    FileImport['accounts'][number],
    'entries' | 'financial_account_id' | 'new_account'
  >[];
};

/** The questions that only the user can answer before the import can be applied. */
export function importQuestions({ error, certainty, questions, accounts }: AskingImport): readonly string[] {
  if (error !== null) return [error];
  const undecided = accounts.filter(
    ({ entries, financial_account_id: chosen, new_account: made }) =>
      entries !== '0' && chosen === null && made === null,
  );
  return [
    ...(certainty === 'GUESS' ? questions.map(({ text }) => text) : []),
    ...(undecided.length === 0 ? [] : [undecided.length === 1 ? ACCOUNT : ACCOUNTS]),
  ];
}

const ACCOUNT = 'Which account is the file of?';
const ACCOUNTS = 'Which accounts is the file of?';
