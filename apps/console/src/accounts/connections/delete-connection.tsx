import type { FinancialConnection } from '@tributary/client';
import { $api } from '../../api/api';
import { Losses } from '../../elements/changes/confirmed';
import { DeleteDialog } from '../../elements/changes/delete-dialog';
import { useChange } from '../../elements/changes/use-change';
import { ForeignText } from '../../elements/foreign-text';
import type { DialogProps } from '../../elements/forms/dialog';
import { QueryState } from '../../elements/queries/query-state';
import { connectionName } from './connection-name';

interface DeleteConnectionProps extends DialogProps {
  readonly connection: FinancialConnection;
}

/** Says what goes with a connection before it is deleted. */
export function DeleteConnection({ connection, isOpen, close }: DeleteConnectionProps) {
  const remove = useChange('delete', '/finance/connections/{connectionId}', {
    done: 'Deleted',
    isErrorShown: true,
    onSuccess: close,
  });
  return (
    <DeleteDialog
      title="Delete this connection?"
      isOpen={isOpen}
      close={close}
      intro={
        <>
          <ForeignText text={connectionName(connection)} /> and everything that was read there are deleted,
          and the consent is given back:
        </>
      }
      losses={<ConnectionLosses connection={connection} />}
      change={remove}
      onDelete={() => remove.mutate({ params: { path: { connectionId: connection.id } } })}
    >
      What was sent to destinations stays there. To keep the data and only stop the syncs, disconnect instead.
    </DeleteDialog>
  );
}

function ConnectionLosses({ connection }: { readonly connection: FinancialConnection }) {
  const { id, financial_accounts_count: count } = connection;
  const accounts = $api.useQuery('get', '/finance/accounts', {
    params: { query: { 'filter[financial_connection_id]': id, 'page[size]': 100, sort: ['-id'] } },
  });
  return (
    <QueryState query={accounts} rows={2}>
      {({ data, meta }) => {
        const links = data.reduce((sum, account) => sum + Number(account.transfer_links_count), 0);
        return (
          <Losses
            lines={[
              `${count} accounts with their transactions and balances`,
              `${meta.total > data.length ? 'at least ' : ''}${links} links to destinations`,
            ]}
          />
        );
      }}
    </QueryState>
  );
}
