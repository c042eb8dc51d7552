import { Button, Grid, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { AccountsInput } from '../../elements/forms/accounts-input';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { QueryState } from '../../elements/queries/query-state';
import { useChange } from '../../elements/changes/use-change';
import { fieldErrorsOf } from '../editor/field-errors';
import { PreviewPanel, useRulePreview } from './preview-panel';
import { bodyOf, isSameDraft, type RuleDraft } from '../rule-draft';
import { newAction, RuleForm } from '../editor/rule-form';
import type { RuleLanguage } from '../editor/rule-language';
import { useUnsaved } from './use-unsaved';

/** Makes a rule. */
export function NewRuleScreen() {
  const language = $api.useQuery('get', '/rules/fields');
  return (
    <Page title="New rule">
      <QueryState query={language} rows={8}>
        {({ data }) => <NewRule language={data} />}
      </QueryState>
    </Page>
  );
}

function NewRule({ language }: { readonly language: RuleLanguage }) {
  const [empty] = useState(() => emptyDraft(language));
  const [draft, setDraft] = useState<RuleDraft>(empty);
  const [accountIds, setAccountIds] = useState<string[]>([]);
  const preview = useRulePreview(language, draft, { ruleId: null, accountIds });
  const letPass = useUnsaved(!isSameDraft(draft, empty));
  const { save, isPending, error, reset } = useCreateRule(draft, accountIds, letPass);
  const errors = fieldErrorsOf(error ?? preview.query.error);

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <RuleForm
            language={language}
            draft={draft}
            errors={errors}
            onChange={(changed) => {
              reset();
              setDraft(changed);
            }}
          />
          {draft.scope !== 'TRANSFER_LINK' && (
            <AccountsInput
              label="Attach to accounts"
              description="It shapes what these accounts receive from then on. Without any, the rule has no effect yet."
              value={accountIds}
              onChange={setAccountIds}
            />
          )}
          {error !== null && <Problem error={error} />}
          <Group>
            <Button loading={isPending} onClick={() => void save().catch(() => null)}>
              Save rule
            </Button>
          </Group>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <PreviewPanel preview={preview} isOfSavedRule={false} />
      </Grid.Col>
    </Grid>
  );
}

/** Creates the rule and attaches it to the accounts. @param letPass lets the screen be left */
function useCreateRule(draft: RuleDraft, accountIds: string[], letPass: () => void) {
  const navigate = useNavigate();
  const attach = useChange('post', '/rules/{ruleId}/accounts/bulk', { done: 'Rule attached' });
  const create = useChange('post', '/rules', { done: 'Rule saved', isErrorShown: true });
  const save = async () => {
    const { data } = await create.mutateAsync({ body: bodyOf(draft) });
    letPass();
    if (accountIds.length > 0) {
      const params = { path: { ruleId: data.id } };
      // Where this fails, useChange has shown why; the rule is saved, and its own screen can attach it.
      await attach.mutateAsync({ params, body: { financial_account_ids: accountIds } }).catch(() => null);
    }
    await navigate({ to: '/rules/$ruleId', params: { ruleId: data.id } });
  };
  return { save, isPending: create.isPending || attach.isPending, error: create.error, reset: create.reset };
}

function emptyDraft(language: RuleLanguage): RuleDraft {
  return {
    name: '',
    description: '',
    scope: 'ANY',
    isAny: false,
    skipsOthers: false,
    conditions: [],
    actions: newAction(language),
  };
}
