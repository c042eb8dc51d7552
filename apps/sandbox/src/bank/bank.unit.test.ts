import { isOutflow, utcDay, addDays } from '@tributary/money';
import { bbanOf, domesticNumber, ibanOf } from './account-identity';
import { sumCents } from './bank-account';
import { Bank } from './bank';
import { centsFromText, centsToText } from './cents';
import type { ProviderTransaction } from './provider-transaction';

const TODAY = '2026-11-21';
const bank = new Bank({ today: TODAY, todayIsPinned: true });
const accounts = bank.berkaAccounts;
const transactions = accounts.flatMap((account) =>
  account.booked.map((entry) => JSON.parse(entry.text) as ProviderTransaction),
);

describe('the bank', () => {
  test('has all 49,102 transactions of the 1,229 accounts, each id once', () => {
    expect(accounts).toHaveLength(1229);
    expect(transactions).toHaveLength(49_102);
    expect(new Set(transactions.map((transaction) => transaction.transactionId)).size).toBe(49_102);
    expect(new Set(accounts.map((account) => account.profile.uuid)).size).toBe(1229);
  });

  test('moves the dates by whole days so that the newest is yesterday and the history keeps its 455 days', () => {
    const dates = transactions.map((transaction) => transaction.bookingDate ?? '').sort();
    expect(dates[dates.length - 1]).toBe('2026-11-20');
    expect(dates[0]).toBe(addDays('2026-11-20', -454));
  });

  test('for 1,201 accounts the signed sum is the last balance to within 2.00', () => {
    const near = accounts.filter((account) => {
      const difference = sumCents(account.booked) - account.balanceCents;
      return difference <= 200n && difference >= -200n;
    });
    expect(near).toHaveLength(1201);
  });

  test('the last balance is the one from which no other transaction of the last day starts', () => {
    const balanceOf = (id: string) =>
      centsToText(accounts.find(({ profile }) => profile.bankAccountId === id)?.balanceCents ?? 0n);
    expect(balanceOf('1539')).toBe('5695.00');
    expect(balanceOf('2378')).toBe('50956.10');
    expect(balanceOf('1972')).toBe('24087.10');
  });

  test('credits are positive, debits negative, with two decimals and the other party on the right side', () => {
    const wrong = transactions.filter(({ transactionAmount: { amount }, ...transaction }) => {
      const other = isOutflow(amount) ? transaction['debtorName'] : transaction['creditorName'];
      return !/^-?\d+\.\d{2}$/.test(amount) || other !== undefined;
    });
    expect(wrong).toEqual([]);
  });

  test('codes become readable: household payment, cash, interest, fee, transfer', () => {
    const byCode = (code: string) =>
      transactions.find((transaction) => transaction['proprietaryBankTransactionCode'] === code);
    expect(byCode('VYDAJ/PREVOD NA UCET/SIPO')).toMatchObject({
      creditorName: 'SIPO Household Payments',
      remittanceInformationUnstructured: 'Household payment (SIPO)',
      creditorAccount: { bban: expect.stringMatching(/^\d+\/[A-Z]{2}$/) as unknown },
    });
    expect(byCode('VYDAJ/VYBER KARTOU')).toMatchObject({ bankTransactionCode: 'PMNT-CCRD-CWDL' });
    expect(byCode('PRIJEM/UROK')).toMatchObject({ bankTransactionCode: 'PMNT-MCOP-INTR' });
    expect(byCode('VYDAJ/VYBER/SLUZBY')).toMatchObject({
      remittanceInformationUnstructured: 'Statement fee',
    });
    expect(byCode('PRIJEM/PREVOD Z UCTU')).toMatchObject({
      debtorName: expect.any(String) as unknown,
      balanceAfterTransaction: { amount: expect.stringMatching(/^-?\d+\.\d+$/) as unknown, currency: 'CZK' },
    });
  });

  test('BERKA_n is the first n accounts by account id, with the same ids as in BERKA', () => {
    expect(bank.accountsOf('BERKA_3')).toEqual(accounts.slice(0, 3));
    expect(bank.accountsOf('BERKA_1229')).toHaveLength(1229);
    for (const unknown of ['BERKA_0', 'BERKA_1230', 'BERKA_x', 'NONE']) {
      expect(bank.accountsOf(unknown)).toBeUndefined();
    }
  });

  test('two starts on the same day are the same bank', () => {
    const again = new Bank({ today: TODAY, todayIsPinned: true });
    expect(again.berkaAccounts[7]?.booked.map((entry) => entry.text)).toEqual(
      accounts[7]?.booked.map((entry) => entry.text),
    );
  });

  test('without a given day the newest transaction is yesterday', () => {
    const today = utcDay(Date.now());
    const fresh = new Bank({ today, todayIsPinned: false, accounts: 1229 });
    const newest = fresh.berkaAccounts.map((account) => account.booked[0]?.date ?? '').sort();
    expect(newest[newest.length - 1]).toBe(addDays(today, -1));
  });
});

describe('account numbers', () => {
  test.each(accounts.map((account) => account.profile.iban).slice(0, 50))(
    '%s passes the modulo 97 check',
    (iban) => {
      expect(iban).toMatch(/^CZ\d{22}$/);
      expect(BigInt(`${iban.slice(4)}1235${iban.slice(2, 4)}`) % 97n).toBe(1n);
    },
  );

  test('a known IBAN is computed correctly', () => {
    expect(ibanOf('CZ', '08000000192000145399')).toBe('CZ6508000000192000145399');
  });

  test('domestic numbers are unique and divisible by 11 in their weighted sum', () => {
    const weights = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];
    for (const account of accounts) {
      const number = domesticNumber(Number(account.profile.bankAccountId));
      const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
      expect(sum % 11).toBe(0);
    }
    expect(new Set(accounts.map(({ profile }) => bbanOf(Number(profile.bankAccountId)))).size).toBe(1229);
  });
});

describe('amounts in hundredths', () => {
  test.each(['0.00', '-0.01', '12.40', '-31840.00', '99999999999999999999.99'])(
    '%s survives the conversion and back',
    (text) => {
      expect(centsToText(centsFromText(text))).toBe(text);
    },
  );

  test.each(['1e3', 'NaN', '1.234', '', '+1', '1,0'])('%p is refused', (text) => {
    expect(() => centsFromText(text)).toThrow('not an amount');
  });
});
