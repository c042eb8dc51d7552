import { programVariables } from './program-variables';

describe('the variables of PostgreSQL programs', () => {
  it('are what the URL says, decoded', () => {
    expect(programVariables('postgres://post%40gres:p%2Fw@db.example:6432/my%20data')).toEqual({
      PGHOST: 'db.example',
      PGPORT: '6432',
      PGUSER: 'post@gres',
      PGPASSWORD: 'p/w',
      PGDATABASE: 'my data',
    });
  });

  it('demand the encryption that the URL demands', () => {
    const url = 'postgres://a:b@db.example/tributary?sslmode=verify-full&sslrootcert=/etc/ca.pem&max=3';
    expect(programVariables(url)).toEqual({
      PGHOST: 'db.example',
      PGPORT: '5432',
      PGUSER: 'a',
      PGPASSWORD: 'b',
      PGDATABASE: 'tributary',
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: '/etc/ca.pem',
    });
  });
});
