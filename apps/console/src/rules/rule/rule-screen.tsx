import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { confirmed } from '../../elements/changes/confirmed';
import { ForeignText } from '../../elements/foreign-text';
import { Loading } from '../../elements/loading';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { ScreenButton } from '../../elements/screen-link';
import { Status } from '../../elements/status';
import { useChange } from '../../elements/changes/use-change';
import { ApplyPanel } from './apply-panel';
import { AttachmentsPanel } from './attachments-panel';
import { ConflictDialog } from './conflict-dialog';
import { fieldErrorsOf } from '../editor/field-errors';
import { PreviewPanel, useRulePreview } from './preview-panel';
import { draftOf, isSameDraft, rebased, type Rule, type RuleDraft } from '../rule-draft';
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
  const error = rule.error ?? language.error;
  if (rule.data === undefined || language.data === undefined) {
    return (
      <Page title="Rule">
        {error === null ? (
          <Loading rows={8} />
        ) : (
          <Problem error={error} retry={() => Promise.all([rule.refetch(), language.refetch()])} />
        )}
      </Page>
    );
  }
  return <EditRule key={ruleId} saved={rule.data.data} language={language.data.data} />;
}

function EditRule({ saved, language }: { readonly saved: Rule; readonly language: RuleLanguage }) {
  const [base, setBase] = useState(saved);
  const [draft, setDraft] = useState<RuleDraft>(() => draftOf(saved));
  const isDirty = !isSameDraft(draft, draftOf(base));
  // What another tab saved is shown at once, unless it would replace what is typed here.
  if (saved.updated_at > base.updated_at && (!isDirty || isSameDraft(draftOf(saved), draftOf(base)))) {
    setBase(saved);
    if (!isDirty) setDraft(draftOf(saved));
  }
  const preview = useRulePreview(language, draft, { ruleId: saved.id, accountIds: [] });
  const letPass = useUnsaved(isDirty);
  const onSaved = (rule: Rule) => {
    setBase(rule);
    setDraft(draftOf(rule));
  };
  const { save, reset, theirs, setTheirs } = useSaveRule(onSaved);
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
            <Group>
              <Button
                loading={save.isPending}
                disabled={!isDirty}
                onClick={() => save.mutate({ draft, base })}
              >
                Save changes
              </Button>
              <Button variant="default" disabled={!isDirty} onClick={() => change(draftOf(base))}>
                Discard changes
              </Button>
              <Text size="sm" c="dimmed" role="status">
                {isDirty ? 'There are unsaved changes.' : 'Everything is saved.'}
              </Text>
            </Group>
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
          onKeepMine={() => {
            const mine = rebased(draft, theirs);
            setTheirs(null);
            setBase(theirs);
            setDraft(mine);
            save.mutate({ draft: mine, base: theirs });
          }}
          onTakeTheirs={() => {
            setTheirs(null);
            onSaved(theirs);
          }}
          onClose={() => setTheirs(null)}
        />
      )}
    </Page>
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
  const remove = useChange('delete', '/rules/{ruleId}', { done: 'Rule deleted' });
  const onDelete = async () => {
    const isSure = await confirmed({
      title: 'Delete this rule?',
      children: 'It is taken off all accounts and links. What it changed stays, and stays in the rule logs.',
      confirm: 'Delete',
      isDangerous: true,
    });
    if (!isSure) return;
    await remove.mutateAsync({ params: { path: { ruleId: rule.id } } });
    letPass();
    await navigate({ to: '/rules' });
  };
  return (
    <>
      <ScreenButton to={`/rule-logs?rule_id=${rule.id}`} variant="default" size="xs">
        What it changed
      </ScreenButton>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        onClick={() => void onDelete().catch(() => null)}
      >
        Delete
      </Button>
    </>
  );
}
