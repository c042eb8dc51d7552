import { ConfigurationError } from './environment';
import { createPino } from './logger';

describe('the level of the log', () => {
  it.each(['loud', 'INFO', '30'])('%j is refused in one sentence that names the levels', (level) => {
    const create = () => createPino({ service: 'rule-engine', level });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(
      /^rule-engine cannot start:\n {2}- LOG_LEVEL must be one of trace, debug, info, .*silent$/,
    );
  });

  it.each([undefined, '', 'debug', 'silent'])('%j is accepted', (level) => {
    expect(createPino({ service: 'rule-engine', level }).level).toBe(level || 'info');
  });
});
