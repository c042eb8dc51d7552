import { Button, Menu, Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import type { Transaction } from '../transaction';
import { EditForm } from './edit-form';
import { MergeForm } from './merge-form';
import { SplitForm } from './split-form';

type Dialog = 'edit' | 'split' | 'merge';

const TITLES: Readonly<Record<Dialog, string>> = {
  edit: 'Edit the transaction',
  split: 'Split into parts',
  merge: 'Merge a duplicate into it',
};

/** The buttons and the menu of a transaction. */
export function StoryActions({ transaction }: { readonly transaction: Transaction }) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Button size="xs" onClick={() => setDialog('edit')}>
        Edit
      </Button>
      <More transaction={transaction} open={setDialog} />
      <Modal opened={dialog !== null} onClose={close} size="lg" title={dialog === null ? '' : TITLES[dialog]}>
        {dialog === 'edit' && <EditForm transaction={transaction} onDone={close} />}
        {dialog === 'split' && <SplitForm transaction={transaction} onDone={close} />}
        {dialog === 'merge' && <MergeForm transaction={transaction} onDone={close} />}
      </Modal>
    </>
  );
}

interface MoreProps {
  readonly transaction: Transaction;
  readonly open: (dialog: Dialog) => void;
}

function More({ transaction, open }: MoreProps) {
  const router = useRouter();
  const params = { path: { transactionId: transaction.id } };
  const join = useChange('delete', '/finance/transactions/{transactionId}/split', { done: 'Parts joined' });
  const unmerge = useChange('delete', '/finance/transactions/{transactionId}/merge', {
    done: 'Merge undone',
  });
  const remove = useChange('delete', '/finance/transactions/{transactionId}', {
    done: 'Transaction removed',
    onSuccess: () => router.history.push('/transactions'),
  });
  const onRemove = onceConfirmed(
    {
      title: 'Remove this transaction?',
      children:
        'It leaves all lists, feeds and destinations, and no sync brings it back. Its parts go with it. This cannot be undone.',
      confirm: 'Remove',
      isDangerous: true,
    },
    () => remove.mutate({ params }),
  );
  const isSplit = transaction.split !== undefined;
  const isPart = transaction.split_of !== undefined;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {!isPart && (
          <Menu.Item onClick={() => open('split')}>{isSplit ? 'Split again …' : 'Split …'}</Menu.Item>
        )}
        {isSplit && <Menu.Item onClick={() => join.mutate({ params })}>Join the parts</Menu.Item>}
        {!isPart && <Menu.Item onClick={() => open('merge')}>Merge a duplicate …</Menu.Item>}
        {!isPart && <Menu.Item onClick={() => unmerge.mutate({ params })}>Undo the last merge</Menu.Item>}
        {!isPart && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" onClick={onRemove}>
              Remove …
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
