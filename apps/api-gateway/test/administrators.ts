import { issuePersonalToken } from '../src/identity/tokens/issue-personal-token';
import { hashPassword } from '../src/identity/sign-in/passwords';
import { GatewayUnderTest } from './gateway-under-test';
import { PASSWORD } from './test-account';

let passwordHash: Promise<string> | undefined;

/** An administrator who could sign in, and a token of theirs. */
export async function administrator(
  gateway: GatewayUnderTest,
  email = 'admin@example.com',
): Promise<{ readonly userId: number; readonly token: string }> {
  const userId = await gateway.user(email);
  passwordHash ??= hashPassword(PASSWORD);
  await gateway.database.execute(`update users set role = 'ADMIN', password_hash = $2 where id = $1`, [
    userId,
    await passwordHash,
  ]);
  return { userId, token: (await issuePersonalToken(gateway.database, { userId, name: 'admin' })).token };
}

/** What the installation's audit trail says, oldest first. */
export async function auditTrail(gateway: GatewayUnderTest, token: string): Promise<string[]> {
  const { body } = await gateway.list('/admin/audit?sort=id&page[size]=100', token);
  return body.data.map(({ act, subject, result }) => [act, subject, result].filter(Boolean).join(' '));
}
