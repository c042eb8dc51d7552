import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, dataOf } from '@tributary/client';
import { useState } from 'react';
import { client } from '../../api/api';
import { bodyOf, draftOf, isSameDraft, type Rule, type RuleDraft } from '../rule-draft';

/** A draft, and the saved rule that it started from. */
interface Change {
  readonly draft: RuleDraft;
  readonly base: Rule;
}

/**
 * Saves a draft. If the rule differs from the draft's base by now, `theirs` is the rule and nothing is saved: the user
 * resolves the conflict first.
 *
 * @param show gets the saved rule, and the draft that is edited from then on
 */
export function useSaveRule(show: (rule: Rule, draft: RuleDraft) => void) {
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<Rule | null>(null);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: saved,
    onSuccess: (result) => {
      if (result.kind === 'conflict') return setTheirs(result.rule);
      show(result.rule, draftOf(result.rule));
      notifications.show({ color: 'green', message: 'Rule saved' });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  const close = () => setTheirs(null);
  const resolve = (base: Rule, draft: RuleDraft) => {
    close();
    show(base, draft);
    if (!isSameDraft(draft, draftOf(base))) save.mutate({ draft, base });
  };
  return { save, reset: () => (save.isError ? save.reset() : undefined), theirs, resolve, close };
}

type Saving = { readonly kind: 'saved' | 'conflict'; readonly rule: Rule };

async function saved({ draft, base }: Change): Promise<Saving> {
  const params = { path: { ruleId: base.id } };
  let unchangedSince = base.updated_at;
  for (;;) {
    try {
      const body = { ...bodyOf(draft), unchanged_since: unchangedSince };
      const { data } = await dataOf(client.PUT('/rules/{ruleId}', { params, body }));
      return { kind: 'saved', rule: data };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      const { data: current } = await dataOf(client.GET('/rules/{ruleId}', { params }));
      // The moment moves also when the rule is attached, moved or switched: nothing of that is edited here.
      const isOther = !isSameDraft(draftOf(current), draftOf(base));
      if (isOther) return { kind: 'conflict', rule: current };
      if (current.updated_at === unchangedSince) throw error;
      unchangedSince = current.updated_at;
    }
  }
}
