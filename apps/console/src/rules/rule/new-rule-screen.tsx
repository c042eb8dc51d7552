import { Button, Grid, Group, MultiSelect, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { $api } from '../../api/api';
import { Loading } from '../../elements/loading';
import { Page } from '../../elements/page';
import { Problem } from '../../elements/problems/problem';
import { useChange } from '../../elements/changes/use-change';
import { useAccounts } from '../every-page';
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
      {language.isPending && <Loading rows={8} />}
      {language.isError && <Problem error={language.error} retry={language.refetch} />}
      {language.isSuccess && <NewRule language={language.data.data} />}
    </Page>
  );
}

function NewRule({ language }: { readonly language: RuleLanguage }) {
  const navigate = useNavigate();
  const [empty] = useState(() => emptyDraft(language));
  const [draft, setDraft] = useState<RuleDraft>(empty);
  const [accountIds, setAccountIds] = useState<string[]>([]);
  const preview = useRulePreview(language, draft, { ruleId: null, accountIds });
  const letPass = useUnsaved(!isSameDraft(draft, empty));
  const attach = useChange('post', '/rules/{ruleId}/accounts/bulk', { done: 'Rule attached' });
  const create = useChange('post', '/rules', { done: 'Rule saved', isErrorShown: true });
  const errors = fieldErrorsOf(create.error ?? preview.query.error);

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

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <RuleForm
            language={language}
            draft={draft}
            errors={errors}
            onChange={(changed) => {
              create.reset();
              setDraft(changed);
            }}
          />
          {draft.scope !== 'TRANSFER_LINK' && (
            <AccountsInput accountIds={accountIds} onChange={setAccountIds} />
          )}
          {create.isError && <Problem error={create.error} />}
          <Group>
            <Button
              loading={create.isPending || attach.isPending}
              onClick={() => void save().catch(() => null)}
            >
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

interface AccountsInputProps {
  readonly accountIds: string[];
  readonly onChange: (accountIds: string[]) => void;
}

function AccountsInput({ accountIds, onChange }: AccountsInputProps) {
  const accounts = useAccounts();
  const data = (accounts.data ?? []).map(({ id, display_name, name }) => ({
    value: id,
    label: display_name || name,
  }));
  return (
    <MultiSelect
      label="Attach to accounts"
      description="It shapes what these accounts receive from then on. Without any, the rule has no effect yet."
      data={data}
      value={accountIds}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Choose no account' }}
      error={accounts.isError ? 'The accounts could not be read.' : undefined}
    />
  );
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
