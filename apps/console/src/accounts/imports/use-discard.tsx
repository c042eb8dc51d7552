import type { FileImport } from '@tributary/client';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { useChange } from '../../elements/changes/use-change';

interface Discard {
  readonly isPending: boolean;
  /** Asks first. */
  readonly discard: (shown: Pick<FileImport, 'id' | 'file_name'>) => Promise<void>;
}

/** Throws an import and its file away. @param onDone leaves a screen that shows it */
export function useDiscard(onDone?: () => unknown): Discard {
  const change = useChange('delete', '/finance/imports/{importId}', {
    done: 'Import discarded',
    ...(onDone === undefined ? {} : { onSuccess: onDone }),
  });
  return {
    isPending: change.isPending,
    discard: async ({ id, file_name: name }) => {
      const isWanted = await confirmed({
        title: 'Discard this import?',
        children: (
          <>
            <ForeignText text={name} /> and what was read of it are erased. No transaction is stored of it.
            You can upload the file again.
          </>
        ),
        confirm: 'Discard',
        isDangerous: true,
      });
      if (isWanted) change.mutate({ params: { path: { importId: id } } });
    },
  };
}
