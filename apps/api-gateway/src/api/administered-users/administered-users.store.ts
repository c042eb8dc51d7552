import { ListQuery } from '@tributary/http';
import { Plan, PLANS } from '../../identity/permissions/plans';
import { Role, ROLES } from '../../identity/permissions/roles';
import { ADMINISTRATION_ACTS, AdministrationAct } from '../../identity/audit/administration-acts';
import { joinUser, USERS } from '../../identity/users/users.store';
import { lastSeenAt } from '../../identity/sessions/sessions.store';
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
  from: USERS,
  columns:
    'u.id, u.name, u.email, u.role, u.plan, u.managed_by, u.disabled_at, u.created_at, u.updated_at, ' +
    `${lastSeenAt('u.id')} as last_signed_in_at`,
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

interface UsedInvitationRow {
  readonly id: number;
  readonly invitation_id: number;
  readonly user_id: number;
  readonly used_at: Date;
}

/** Users who signed up with an invitation, from the security events. */
export const USED_INVITATIONS = rowsOf<UsedInvitationRow, []>({
  from: 'security_events e',
  columns: `e.id, (e.details->>'invitation_id')::bigint as invitation_id, e.user_id, e.occurred_at as used_at`,
  condition: () => `e.kind = 'SIGNED_UP' and e.details ? 'invitation_id'`,
}).listedBy({
  sorts: { id: 'e.id' },
  defaultSort: '-id',
  filters: { user_id: { kind: 'id', sql: 'e.user_id' } },
});

export type UsedInvitationQuery = ListQuery<typeof USED_INVITATIONS>;

interface AdministrationEventRow {
  readonly id: number;
  readonly administrator_id: number;
  readonly administrator_name: string;
  readonly act: AdministrationAct;
  readonly subject: string;
  readonly result: string | null;
  readonly address: string | null;
  readonly created_at: Date;
}

/** Acts of administrators, from the security events. */
export const AUDIT_TRAIL = rowsOf<AdministrationEventRow, []>({
  from: 'security_events e',
  columns: `e.id, e.user_id as administrator_id, u.name as administrator_name, e.details->>'act' as act,
            e.details->>'subject' as subject, e.details->>'result' as result, e.address, e.occurred_at as created_at`,
  joins: `left ${joinUser('e.user_id')}`,
  condition: () => `e.kind = 'ADMINISTERED'`,
}).listedBy({
  sorts: { id: 'e.id', created_at: 'e.occurred_at' },
  defaultSort: '-id',
  filters: {
    administrator_id: { kind: 'id', sql: 'e.user_id' },
    act: { kind: 'oneOf', values: ADMINISTRATION_ACTS, sql: `e.details->>'act'` },
    subject: { kind: 'exact', description: '`user 7`.', sql: `e.details->>'subject'` },
    ...createdBetween('e.occurred_at'),
  },
});

export type AuditQuery = ListQuery<typeof AUDIT_TRAIL>;
