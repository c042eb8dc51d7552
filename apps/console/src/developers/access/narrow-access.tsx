import { useForm } from '@mantine/form';
import type { Grant, PersonalAccessToken } from '@tributary/client';
import { useChange } from '../../elements/changes/use-change';
import { FormDialog } from '../../elements/forms/change-form';
import { AccessFields, hasScopes, restrictionsOf, type AccessValues } from './access-fields';

interface NarrowGrantProps {
  readonly grant: Grant;
  readonly onClose: () => void;
}

/** Takes scopes and accounts from an app, or lets its access end earlier. */
export function NarrowGrant({ grant, onClose }: NarrowGrantProps) {
  const change = useChange('put', '/grants/{grantId}', {
    done: 'Access changed',
    isErrorShown: true,
    onSuccess: onClose,
  });
  const save = ({ name, scopes, ...more }: Narrowed) =>
    change.mutate({
      params: { path: { grantId: grant.id } },
      body: { ...more, name: name === grant.app_name ? null : name, scopes: scopes ?? grant.scopes },
    });
  return (
    <NarrowAccess
      title={`Access of ${grant.name}`}
      currentAccess={grant}
      change={change}
      onSave={save}
      onClose={onClose}
    />
  );
}

interface NarrowTokenProps {
  readonly token: PersonalAccessToken;
  readonly onClose: () => void;
}

/** Takes scopes and accounts from a token, or lets it end earlier. */
export function NarrowToken({ token, onClose }: NarrowTokenProps) {
  const change = useChange('put', '/tokens/{tokenId}', {
    done: 'Token changed',
    isErrorShown: true,
    onSuccess: onClose,
  });
  return (
    <NarrowAccess
      title={`Change ${token.name}`}
      currentAccess={token}
      change={change}
      onSave={(body) => change.mutate({ params: { path: { tokenId: token.id } }, body })}
      onClose={onClose}
    />
  );
}

type Narrowed = ReturnType<typeof restrictionsOf>;

interface NarrowAccessProps {
  readonly title: string;
  readonly currentAccess: Pick<PersonalAccessToken, 'name' | 'scopes' | 'financial_accounts'>;
  readonly change: { readonly isPending: boolean; readonly error: unknown };
  readonly onSave: (narrowed: Narrowed) => void;
  readonly onClose: () => void;
}

function NarrowAccess({ title, currentAccess, change, onSave, onClose }: NarrowAccessProps) {
  const { name, scopes, financial_accounts: accountIds } = currentAccess;
  const form = useForm<AccessValues>({
    initialValues: {
      name,
      isUnrestricted: scopes === null,
      scopes: scopes ?? [],
      accountIds: accountIds ?? [],
      endDay: '',
    },
  });
  return (
    <FormDialog
      title={title}
      size="lg"
      onClose={onClose}
      onSubmit={form.onSubmit((values) => onSave(restrictionsOf(values, accountIds === null)))}
      change={change}
      submit="Save"
      isDisabled={!hasScopes(form.values)}
    >
      <AccessFields
        form={form}
        canBeUnrestricted={scopes === null}
        offered={{ scopes, accountIds }}
        endDescription="It can only end earlier. Without a day the end stays."
      />
    </FormDialog>
  );
}
