import { Visitor } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { createAccount } from '../src/identity/sign-up/sign-up';
import { GatewayUnderTest } from './gateway-under-test';

export const PASSWORD = 'correct horse battery';

export interface TestAccount {
  readonly email: string;
  readonly userId: number;
  /** The owner's own, without restrictions. */
  readonly token: string;
  /** A browser in which they are signed in. */
  readonly one: Visitor;
}

/** An account with a password and a confirmed address, whose owner is signed in. */
export async function testAccount(
  gateway: GatewayUnderTest,
  { isConfirmed = true }: { readonly isConfirmed?: boolean } = {},
): Promise<TestAccount> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const wanted = { email, name: 'Maija', password: PASSWORD, plan: 'PRO', details: {} } as const;
  const userId = await createAccount(gateway.database, wanted);
  if (isConfirmed) {
    await gateway.database.execute('update users set email_confirmed_at = now() where id = $1', [userId]);
  }
  const one = new Visitor(gateway.url);
  await one.submit('/sign-in', { email, password: PASSWORD });
  return { email, userId, token: await gateway.token({ userId }), one };
}
