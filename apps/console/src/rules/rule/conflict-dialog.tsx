import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ForeignText } from '../../elements/foreign-text';
import { DataTable } from '../../elements/tables/data-table';
import { bodyOf, draftOf, rebased, type Rule, type RuleDraft } from '../rule-draft';

interface ConflictDialogProps {
  readonly mine: RuleDraft;
  readonly theirs: Rule;
  /** Gets the draft that the user chose, on top of the saved rule. */
  readonly onResolved: (draft: RuleDraft) => void;
  readonly onClose: () => void;
}

/** Opens if the rule was changed elsewhere during the editing: shows both versions, and lets the user choose. */
export function ConflictDialog({ mine, theirs, onResolved, onClose }: ConflictDialogProps) {
  const own = linesOf(mine);
  const other = linesOf(draftOf(theirs));
  const differing = Object.keys(own).filter((name) => own[name] !== other[name]);
  return (
    <Modal opened onClose={onClose} title="The rule was changed meanwhile" size="xl">
      <Stack>
        <Text size="sm">Another tab or person saved this rule while you edited it. Choose what it says.</Text>
        <DataTable
          label="Differences"
          columns={[
            { title: 'Part', isRowHeader: true, cell: (name) => name },
            { title: 'Yours', cell: (name) => <ForeignText text={own[name] ?? ''} /> },
            { title: 'Saved', cell: (name) => <ForeignText text={other[name] ?? ''} /> },
          ]}
          rows={differing}
          keyOf={(name) => name}
          minWidth={480}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Go on editing
          </Button>
          <Button variant="default" onClick={() => onResolved(draftOf(theirs))}>
            Take the saved one
          </Button>
          <Button onClick={() => onResolved(rebased(mine, theirs))}>Save mine</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The texts of a draft, part by part. */
function linesOf(draft: RuleDraft): Readonly<Record<string, string>> {
  const { name, description, scope, conditions = [], actions } = bodyOf(draft);
  return {
    Name: name,
    Description: description ?? '',
    'Attached to': scope ?? '',
    Conditions: [
      draft.isAny ? 'any of' : 'all of',
      ...conditions.map((one) =>
        [one.transaction_type, String(one.field_name), one.operator, one.value ?? ''].join(' '),
      ),
    ].join('; '),
    Actions: actions
      .map((one) => [one.action_type, one.field_name ?? '', one.value ?? ''].join(' '))
      .join('; '),
    'Skips other rules': draft.skipsOthers ? 'yes' : 'no',
  };
}
