import { UPDATE_ALL } from '../transfers/booked-change';
import { changedSettings, LinkSettings, restartsHistory, waitingTransfers } from './link-change';

const link: LinkSettings = {
  financialAccountId: 17,
  destinationType: 'BUDGETA',
  destinationId: 12,
  transferStartDate: '2026-01-01',
  active: true,
  syncMode: 'TRANSACTIONS',
  onOtherCurrency: null,
  destinationCurrency: null,
  onBookedChange: UPDATE_ALL,
};

it('only given members change; on_booked_change member by member; null clears', () => {
  const change = { transferLinkId: 8, onBookedChange: { update_payee: false }, transferStartDate: null };
  expect(changedSettings(link, change)).toEqual({
    ...link,
    transferStartDate: null,
    onBookedChange: { ...UPDATE_ALL, update_payee: false },
  });
  expect(changedSettings(link, { transferLinkId: 8 })).toEqual(link);
});

it.each<[Partial<LinkSettings>, Partial<LinkSettings>, boolean]>([
  [{}, {}, false],
  [{ active: false }, {}, true],
  [{}, { active: false }, false],
  [{ syncMode: 'BALANCE' }, {}, true],
  [{}, { syncMode: 'TRANSACTIONS_AND_BALANCE' }, false],
  [{}, { destinationId: 13 }, true],
  [{}, { financialAccountId: 18 }, true],
  [{}, { transferStartDate: '2025-12-31' }, true],
  [{}, { transferStartDate: '2026-01-02' }, false],
  [{}, { transferStartDate: null }, true],
  [{ transferStartDate: null }, {}, false],
])('from %j to %j: requests the history again: %p', (before, after, again) =>
  expect(restartsHistory({ ...link, ...before }, { ...link, ...after })).toBe(again),
);

it('pausing holds waiting transfers, and resuming releases them', () => {
  const paused = { ...link, active: false };
  expect(waitingTransfers(link, paused)).toBe('hold');
  expect(waitingTransfers(paused, link)).toBe('release');
  expect(waitingTransfers(link, { ...link, syncMode: 'BALANCE' })).toBe('hold');
  expect(waitingTransfers(link, { ...link, destinationId: 3 })).toBe('leave');
});
