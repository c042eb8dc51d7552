import type { FileImport } from '@tributary/client';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import { ForeignText } from '../../elements/foreign-text';

interface Discard {
  readonly isPending: boolean;
  /** Asks the user to confirm, then discards. */
  readonly discard: (shown: Pick<FileImport, 'id' | 'file_name'>) => void;
}

/** Discards an import and its file. @param onDone leaves a screen that shows it */
export function useDiscard(onDone?: () => unknown): Discard {
  const change = useChange('delete', '/finance/imports/{importId}', {
    done: 'Import discarded',
    onSuccess: onDone,
  });
  return {
    isPending: change.isPending,
    discard: ({ id, file_name: name }) =>
      onceConfirmed(
        {
          title: 'Discard this import?',
          children: (
            <>
              <ForeignText text={name} /> and what was read of it are erased. No transaction is stored of it.
              You can upload the file again.
            </>
          ),
          confirm: 'Discard',
          isDangerous: true,
        },
        () => change.mutate({ params: { path: { importId: id } } }),
      )(),
  };
}
