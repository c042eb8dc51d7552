import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { allOf } from '../../api/reading';
import { onceConfirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { QueryState } from '../../elements/queries/query-state';
import { ScreenButton } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { ApplyPanel } from './apply-panel';
import { AttachmentsPanel } from './attachments-panel';
import { ConflictDialog } from './conflict-dialog';
import { fieldErrorsOf } from '../editor/field-errors';
import { PreviewPanel, useRulePreview } from './preview-panel';
import { draftOf, isSameDraft, type Rule, type RuleDraft } from '../rule-draft';
import { RuleForm } from '../editor/rule-form';
import type { RuleLanguage } from '../editor/rule-language';
import { RuleEnabled } from '../rule-enabled';
import { useSaveRule } from './use-save-rule';
import { useUnsaved } from './use-unsaved';

const route = getRouteApi('/rules/$ruleId');

/** Edits a rule, shows what that would change, and applies it to history. */
export function RuleScreen() {
  const { ruleId } = route.useParams();
  const language = $api.useQuery('get', '/rules/fields');
  const rule = $api.useQuery('get', '/rules/{ruleId}', { params: { path: { ruleId } } });
  return (
    <QueryState query={allOf(rule, language)} rows={8} page="Rule">
      {([{ data: saved }, { data }]) => <EditRule key={ruleId} saved={saved} language={data} />}
    </QueryState>
  );
}

interface EditRuleProps {
  readonly saved: Rule;
  readonly language: RuleLanguage;
}

function EditRule({ saved, language }: EditRuleProps) {
  const { base, draft, isDirty, show, setDraft } = useDraft(saved);
  const preview = useRulePreview(language, draft, { ruleId: saved.id, accountIds: [] });
  const letPass = useUnsaved(isDirty);
  const { save, reset, theirs, resolve, close } = useSaveRule(show);
  const change = (changed: RuleDraft) => {
    reset();
    setDraft(changed);
  };
  return (
    <Page title={base.name} actions={<RuleActions rule={saved} letPass={letPass} />}>
      <RuleState rule={saved} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Stack>
            <RuleForm
              language={language}
              draft={draft}
              errors={fieldErrorsOf(save.error ?? preview.query.error)}
              onChange={change}
            />
            {save.isError && <Problem error={save.error} />}
            <SaveButtons
              isDirty={isDirty}
              isPending={save.isPending}
              onSave={() => save.mutate({ draft, base })}
              onDiscard={() => change(draftOf(base))}
            />
            <AttachmentsPanel rule={saved} />
            <ApplyPanel rule={saved} isDirty={isDirty} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <PreviewPanel preview={preview} isOfSavedRule />
        </Grid.Col>
      </Grid>
      {theirs !== null && (
        <ConflictDialog
          mine={draft}
          theirs={theirs}
          onResolved={(resolved) => resolve(theirs, resolved)}
          onClose={close}
        />
      )}
    </Page>
  );
}

/** The edited draft, and the saved rule that it started from. */
function useDraft(saved: Rule) {
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(saved));
  const isDirty = !isSameDraft(draft, draftOf(base));
  // The form shows a rule that another tab saved at once, unless the rule would replace what is typed here.
  if (saved.updated_at > base.updated_at && (!isDirty || isSameDraft(draftOf(saved), draftOf(base)))) {
    setBase(saved);
    if (!isDirty) setDraft(draftOf(saved));
  }
  const show = (rule: Rule, shown: RuleDraft) => {
    setBase(rule);
    setDraft(shown);
  };
  return { base, draft, isDirty, show, setDraft };
}

interface SaveButtonsProps {
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

function SaveButtons({ isDirty, isPending, onSave, onDiscard }: SaveButtonsProps) {
  return (
    <Group>
      <Button loading={isPending} disabled={!isDirty} onClick={onSave}>
        Save changes
      </Button>
      <Button variant="default" disabled={!isDirty} onClick={onDiscard}>
        Discard changes
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isDirty ? 'There are unsaved changes.' : 'Everything is saved.'}
      </Text>
    </Group>
  );
}

function RuleState({ rule }: { readonly rule: Rule }) {
  return (
    <Stack gap="xs">
      {rule.disabled_reason !== null && (
        <Alert color="yellow" title="The rule was switched off">
          <ForeignText text={rule.disabled_reason} /> Change it, then switch it on again.
        </Alert>
      )}
      {rule.paused !== null && (
        <Status kind="paused" label="Paused: the access of the app that made it ended" />
      )}
      <RuleEnabled rule={rule} />
    </Stack>
  );
}

function RuleActions({ rule, letPass }: { readonly rule: Rule; readonly letPass: () => void }) {
  const navigate = useNavigate();
  const remove = useChange('delete', '/rules/{ruleId}', {
    done: 'Rule deleted',
    onSuccess: () => {
      letPass();
      return navigate({ to: '/rules' });
    },
  });
  const onDelete = onceConfirmed(
    {
      title: 'Delete this rule?',
      children: 'It is taken off all accounts and links. What it changed stays, and stays in the rule logs.',
      confirm: 'Delete',
      isDangerous: true,
    },
    () => remove.mutate({ params: { path: { ruleId: rule.id } } }),
  );
  return (
    <>
      <ScreenButton to={`/rule-logs?rule_id=${rule.id}`} variant="default" size="xs">
        What it changed
      </ScreenButton>
      <Button variant="default" size="xs" loading={remove.isPending} onClick={onDelete}>
        Delete
      </Button>
    </>
  );
}
