import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, dataOf } from '@tributary/client';
import { useState } from 'react';
import { client } from '../../api/api';
import { bodyOf, draftOf, isSameDraft, type Rule, type RuleDraft } from '../rule-draft';

/** A draft, and the saved rule that it was made from. */
interface Wanted {
  readonly draft: RuleDraft;
  readonly base: Rule;
}

/** Saves a draft. Where the rule says something else by now than its base, it is in `theirs` and nothing is saved. */
export function useSaveRule(onSaved: (rule: Rule) => void) {
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<Rule | null>(null);
  const save = useMutation({
    networkMode: 'always',
    mutationFn: saved,
    onSuccess: (result) => {
      if (result.kind === 'conflict') return setTheirs(result.rule);
      onSaved(result.rule);
      notifications.show({ color: 'green', message: 'Rule saved' });
    },
    onSettled: () => queries.invalidateQueries(),
  });
  return { save, reset: () => (save.isError ? save.reset() : undefined), theirs, setTheirs };
}

type Saving = { readonly kind: 'saved' | 'conflict'; readonly rule: Rule };

async function saved({ draft, base }: Wanted): Promise<Saving> {
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
