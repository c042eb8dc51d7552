import { ListQuery } from '@tributary/http';
import { Plan, PLANS } from '../../identity/permissions/plans';
import { Role, ROLES } from '../../identity/permissions/roles';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';

export interface AdministeredUserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly plan: Plan;
  readonly managed_by: number | null;
  readonly disabled_at: Date | null;
  readonly last_signed_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Every user of the installation. */
export const ADMINISTERED_USERS = rowsOf<AdministeredUserRow, []>({
  from: 'users u',
  columns:
    'u.id, u.name, u.email, u.role, u.plan, u.managed_by, u.disabled_at, u.created_at, u.updated_at, ' +
    '(select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_signed_in_at',
  condition: () => 'true',
}).listedBy({
  sorts: { id: 'u.id', name: 'u.name', email: 'u.email', created_at: 'u.created_at' },
  defaultSort: 'id',
  filters: {
    id: { kind: 'id', sql: 'u.id' },
    name: { kind: 'contains', sql: 'u.name' },
    email: { kind: 'contains', sql: 'u.email' },
    role: { kind: 'oneOf', values: ROLES, sql: 'u.role' },
    plan: { kind: 'oneOf', values: PLANS, sql: 'u.plan' },
    disabled: { kind: 'flag', sql: '(u.disabled_at is not null)' },
    ...createdBetween('u.created_at'),
  },
});

export type AdministeredUserQuery = ListQuery<typeof ADMINISTERED_USERS>;

interface InvitationRow {
  readonly id: number;
  readonly email: string | null;
  readonly expires_at: Date;
  readonly created_at: Date;
}

/** Invitations that can still be used. */
export const INVITATIONS = rowsOf<InvitationRow, []>({
  from: 'invitations i',
  columns: 'i.id, i.email, i.expires_at, i.created_at',
  condition: () => 'i.expires_at > now()',
}).listedBy({
  sorts: { id: 'i.id', expires_at: 'i.expires_at' },
  defaultSort: '-id',
  filters: { id: { kind: 'id', sql: 'i.id' } },
});

export type InvitationQuery = ListQuery<typeof INVITATIONS>;
