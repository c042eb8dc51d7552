import { storedFrom, TransferLinkSettings } from '@tributary/contracts';
import { UPDATE_ALL } from '../../transfers/planning/booked-change';
import { changedSettings, restartsHistory, waitingTransfers } from './link-change';

const link = storedFrom(TransferLinkSettings, {
  financial_account_id: 17,
  destination_type: 'BUDGETA',
  destination_id: 12,
  transfer_start_date: '2026-01-01',
  active: true,
  sync_mode: 'TRANSACTIONS',
  on_booked_change: UPDATE_ALL,
});

it('only given members change; on_booked_change member by member; null clears', () => {
  const change = { on_booked_change: { update_payee: false }, transfer_start_date: null };
  expect(changedSettings(link, change)).toEqual({
    ...link,
    transfer_start_date: null,
    on_booked_change: { ...UPDATE_ALL, update_payee: false },
  });
  expect(changedSettings(link, {})).toEqual(link);
});

it.each<[Partial<TransferLinkSettings>, Partial<TransferLinkSettings>, boolean]>([
  [{}, {}, false],
  [{ active: false }, {}, true],
  [{}, { active: false }, false],
  [{ sync_mode: 'BALANCE' }, {}, true],
  [{}, { sync_mode: 'TRANSACTIONS_AND_BALANCE' }, false],
  [{}, { destination_id: 13 }, true],
  [{}, { financial_account_id: 18 }, true],
  [{}, { transfer_start_date: '2025-12-31' }, true],
  [{}, { transfer_start_date: '2026-01-02' }, false],
  [{}, { transfer_start_date: null }, true],
  [{ transfer_start_date: null }, {}, false],
])('from %j to %j: requests the history again: %p', (before, after, again) =>
  expect(restartsHistory({ ...link, ...before }, { ...link, ...after })).toBe(again),
);

it('pausing holds waiting transfers, and resuming releases them', () => {
  const paused = { ...link, active: false };
  expect(waitingTransfers(link, paused)).toBe('hold');
  expect(waitingTransfers(paused, link)).toBe('release');
  expect(waitingTransfers(link, { ...link, sync_mode: 'BALANCE' })).toBe('hold');
  expect(waitingTransfers(link, { ...link, destination_id: 3 })).toBe('leave');
});
