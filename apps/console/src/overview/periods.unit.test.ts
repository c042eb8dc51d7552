import { firstCounterpartyDay, firstDay, firstFlowDay } from './periods';

describe('the periods of the overview', () => {
  it('begin on the same day, or on the last one of a shorter month', () => {
    expect(firstDay('3m', '2026-11-23')).toBe('2026-08-23');
    expect(firstDay('3m', '2026-05-31')).toBe('2026-02-28');
    expect(firstDay('5y', '2026-11-23')).toBe('2021-11-23');
  });

  it('have whole months of flows, at least six of them', () => {
    expect(firstFlowDay('3m', '2026-11-30')).toBe('2026-06-01');
    expect(firstFlowDay('1y', '2026-11-30')).toBe('2025-12-01');
  });

  it('have at most a year of counterparties', () => {
    expect(firstCounterpartyDay('5y', '2026-11-23')).toBe('2025-11-23');
    expect(firstCounterpartyDay('3m', '2026-11-23')).toBe('2026-08-23');
  });
});
