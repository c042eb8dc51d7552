import { unknownSettings } from './settings';

describe('a variable that looks like a setting and is none', () => {
  it('is named with the nearest setting, and never with its value', () => {
    const lines = unknownSettings({ KAFKA_BROKER: 'kafka:9092', SIGNUP_OPEN: 'top-secret' }, []);
    expect(lines).toEqual([
      'KAFKA_BROKER is no setting and has no effect; the nearest name is KAFKA_BROKERS',
      'SIGNUP_OPEN is no setting and has no effect; the nearest name is SIGN_UP_OPEN',
    ]);
  });

  it('may be a limit that only its own service knows', () => {
    const environment = { RATE_LIMIT_PER_MINUTE: '5', RATE_LIMIT_PER_HOUR: '5' };
    const read = ['RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_CLAIMS_PER_MINUTE'];
    expect(unknownSettings(environment, read)).toEqual([
      'RATE_LIMIT_PER_HOUR is no setting and has no effect; the nearest name is RATE_LIMIT_PER_MINUTE',
    ]);
    expect(unknownSettings(environment, [])).toEqual([]);
  });

  it('is not one of another service, of a deployment, of telemetry or of another program', () => {
    const names = [
      ...['WEBHOOK_CONCURRENCY', 'BUDGETA_CLIENT_ID', 'RULE_ENGINE_COMMAND_KEY', 'DATABASE_PASSWORD'],
      ...[
        'OTEL_RESOURCE_ATTRIBUTES',
        'NODE_OPTIONS',
        'HOME',
        'HOSTNAME',
        'npm_config_registry',
        'COMMAND_MODE',
      ],
    ];
    expect(unknownSettings(Object.fromEntries(names.map((name) => [name, 'x'])), [])).toEqual([]);
  });
});
