import { Button, FileButton, Paper, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import type { FileImport } from '@tributary/client';
import { $api, client } from '../../api/api';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenLink } from '../../elements/screen-link';
import { actionsColumn, DataTable, RowButton, type Column } from '../../elements/tables/data-table';
import { canBeDiscarded, STATUS_WORDS } from './import-words';
import { useDiscard } from './use-discard';

/** Uploads a file of a bank, and lists the imports so far. */
export function ImportsScreen() {
  const navigate = useNavigate();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const { data } = await client.POST('/finance/imports', {
        params: { query: { file_name: file.name } },
        headers: { 'content-type': 'application/octet-stream' },
        // The browser reads the file while it sends it.
        body: file as unknown as string,
        bodySerializer: () => file,
      });
      return data?.data.id ?? '';
    },
    onSuccess: (importId) => navigate({ to: '/imports/$importId', params: { importId } }),
  });
  const drop = (file: File | null | undefined) => {
    if (file) upload.mutate(file);
  };
  return (
    <Page title="Import a file">
      <Paper
        withBorder
        p="xl"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          drop(event.dataTransfer.files[0]);
        }}
      >
        <Stack align="center" gap="sm">
          <Text size="sm">
            Drop a file of your bank here: OFX, QFX, CAMT.053, MT940, QIF or CSV, up to 50 MB. You see what is
            new before anything is stored.
          </Text>
          <FileButton onChange={drop}>
            {(props) => (
              <Button {...props} loading={upload.isPending}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </Stack>
      </Paper>
      {upload.isError && <Problem error={upload.error} />}
      <EarlierImports />
    </Page>
  );
}

const COLUMNS: readonly Column<FileImport>[] = [
  {
    title: 'File',
    cell: ({ id, file_name: name }) => <ScreenLink to={`/imports/${id}`}>{name}</ScreenLink>,
  },
  { title: 'State', cell: ({ status }) => STATUS_WORDS[status] },
  { title: 'Transactions added', cell: ({ transactions_added: count }) => count },
];

function EarlierImports() {
  const { discard } = useDiscard();
  const imports = $api.useQuery('get', '/finance/imports', { params: { query: { 'page[size]': 25 } } });
  const actions = actionsColumn<FileImport>(
    (one) =>
      canBeDiscarded(one) && (
        <RowButton words="Discard" label={`Discard ${one.file_name}`} onClick={() => discard(one)} />
      ),
  );
  return (
    <QueryState query={imports} empty={null}>
      {({ data }) => (
        <DataTable
          label="Earlier imports"
          columns={[...COLUMNS, actions]}
          rows={data}
          keyOf={({ id }) => id}
          minWidth={420}
        />
      )}
    </QueryState>
  );
}
