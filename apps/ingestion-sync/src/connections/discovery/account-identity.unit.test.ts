import { AccountConfigChange, Caller, DEFAULT_ACCOUNT_CONFIG, ownerOf, Problem } from '@tributary/contracts';
import { authoredChange, changedConfig, publicConfig } from '../../accounts/account-config';
import { healthAfter } from '../../accounts/account-health';
import { findKnownAccount, identityKeyOf, KnownAccount } from './account-identity';
import { EMPTY_PROFILE, mergeProfile } from '../../accounts/account-profile';
import { UNKNOWN_HEALTH } from '../../accounts/account-row';

function known(
  id: number,
  profile: Partial<KnownAccount['profile']>,
  externalId = `old-${id}`,
): KnownAccount {
  return { id, externalId, institutionId: 1, profile: { ...EMPTY_PROFILE, ...profile } };
}

function found(profile: Partial<KnownAccount['profile']>) {
  return {
    externalId: 'new',
    profile: { ...EMPTY_PROFILE, ...profile },
    detailsRead: false,
    detailsAllowance: null,
  };
}

describe('an account that comes back', () => {
  it.each([
    ['the institution’s id', { resource_id: 'r1', iban: 'OTHER' }, 1],
    ['IBAN and currency', { iban: 'FI21', currency: 'EUR' }, 1],
    ['IBAN alone, where the currency is unknown', { iban: 'FI99' }, 3],
    ['BBAN', { bban: '77' }, 4],
  ])('is recognized by %s', (_, profile, id) => {
    const accounts = [
      known(1, { resource_id: 'r1', iban: 'FI21', currency: 'EUR' }),
      known(2, { iban: 'FI21', currency: 'USD' }),
      known(3, { iban: 'FI99', currency: 'EUR' }),
      known(4, { bban: '77', currency: 'EUR' }),
    ];
    expect(findKnownAccount(found(profile), 1, accounts)?.id).toBe(id);
  });

  it('is not recognized by evidence that fits two accounts', () => {
    const accounts = [
      known(1, { iban: 'FI21', currency: 'EUR' }),
      known(2, { iban: 'FI21', currency: 'USD' }),
    ];
    expect(findKnownAccount(found({ iban: 'FI21' }), 1, accounts)).toBeNull();
  });

  it('is not recognized by its name, nor by an id of another institution', () => {
    const accounts = [known(1, { resource_id: 'r1', name: 'Main', iban: 'FI21', currency: 'EUR' })];
    expect(findKnownAccount(found({ name: 'Main' }), 1, accounts)).toBeNull();
    expect(findKnownAccount(found({ resource_id: 'r1' }), 2, accounts)).toBeNull();
  });

  it('is distinguished from one with the same number and an unknown currency', () => {
    const one = identityKeyOf({ ...found({ iban: 'FI21' }), externalId: 'a' }, 1);
    expect(one).not.toBe(identityKeyOf({ ...found({ iban: 'FI21' }), externalId: 'b' }, 1));
  });

  it('keeps evidence that one answer leaves out', () => {
    const before = { ...EMPTY_PROFILE, iban: 'FI21', name: 'Old' };
    expect(mergeProfile(before, { ...EMPTY_PROFILE, name: 'New' })).toMatchObject({
      iban: 'FI21',
      name: 'New',
    });
  });
});

describe('the health of an account', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const failed = { kind: 'failed', message: 'away' } as const;

  it('degrades with a failure, fails with the third in a row, and recovers with a success', () => {
    const one = healthAfter(UNKNOWN_HEALTH, failed, at);
    expect(one).toMatchObject({ status: 'DEGRADED', transient_failure_count: 1, transient_message: 'away' });
    const three = healthAfter(healthAfter(one, failed, at), failed, at);
    expect(three).toMatchObject({ status: 'FAILING', transient_failure_count: 3 });
    expect(healthAfter(three, { kind: 'succeeded' }, at)).toMatchObject({
      status: 'HEALTHY',
      transient_failure_count: 0,
      transient_message: null,
    });
  });

  it('does not change because of a wait', () => {
    const degraded = healthAfter(UNKNOWN_HEALTH, failed, at);
    const waited = healthAfter(degraded, { kind: 'postponed', message: 'later' }, at);
    expect(waited).toMatchObject({
      status: 'DEGRADED',
      transient_failure_count: 1,
      transient_message: 'later',
    });
  });

  it('shows that an account cannot be used', () => {
    const gone = healthAfter(UNKNOWN_HEALTH, { kind: 'unusable', message: 'gone' }, at);
    expect(gone).toMatchObject({ status: 'FAILING', failure_count: 1, integrator_message: 'gone' });
  });
});

describe('the configuration of an account', () => {
  it('keeps members that are left out', () => {
    const changed = changedConfig(DEFAULT_ACCOUNT_CONFIG, { sync_auto: false });
    expect(changed).toEqual({ ...DEFAULT_ACCOUNT_CONFIG, sync_auto: false });
  });

  it('a path to an identifier is refused to a user who may not see it, and every path keeps its author', () => {
    const app = { ...ownerOf(1), scopes: ['accounts:write'] };
    for (const payee of ['debtor.iban', 'counterparty.bban', 'external_identifiers.end_to_end_id']) {
      expect(() => authoredChange({ map_fields: { payee } }, app)).toThrow(Problem);
      expect(() => authoredChange({ map_fields: { payee } }, ownerOf(1))).not.toThrow();
    }
    const by = (change: AccountConfigChange, caller: Caller, config = DEFAULT_ACCOUNT_CONFIG) =>
      changedConfig(config, authoredChange(change, caller));
    const first = by({ map_fields: { payee: 'debtor.name' } }, app);
    const second = by(
      { map_fields: { payee: 'debtor.name', description: 'creditor.iban' } },
      ownerOf(1),
      first,
    );
    expect(second.map_fields).toMatchObject({
      payee: 'debtor.name',
      authors: { payee: { scopes: ['accounts:write'] }, description: { scopes: null } },
    });
    expect(publicConfig(second).map_fields).toEqual({
      ...DEFAULT_ACCOUNT_CONFIG.map_fields,
      payee: 'debtor.name',
      description: 'creditor.iban',
    });
  });

  it.each([
    { sync_frequency_in_minutes: 1 },
    { sync_start_date: '2026-02-30' },
    { sync_start_date: '0000-01-01' },
    { pending_settlement_max_days: -1 },
  ])('refuses %j', (change) => {
    expect(() => authoredChange(change, ownerOf(1))).toThrow(Problem);
  });
});
