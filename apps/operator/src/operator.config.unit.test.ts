import os from 'node:os';
import { readOperatorConfig } from './operator.config';

const environment = { DATABASE_ADMIN_URL: 'postgres://admin@127.0.0.1:5432/tributary' };

describe('who runs a command', () => {
  it('is the user of the system, unless a name is set', () => {
    expect(readOperatorConfig(environment).operator).toBe(os.userInfo().username);
    expect(readOperatorConfig({ ...environment, OPERATOR_NAME: 'ada' }).operator).toBe('ada');
  });

  it('is the number of a user without a name, as containers have them', () => {
    jest.spyOn(os, 'userInfo').mockImplementation(() => {
      throw new Error(
        'A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)',
      );
    });
    expect(readOperatorConfig(environment).operator).toBe(`user ${process.getuid?.()}`);
    expect(readOperatorConfig({ ...environment, OPERATOR_NAME: 'ada' }).operator).toBe('ada');
  });
});
