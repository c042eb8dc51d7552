import { eventually } from '@tributary/testing';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { ConfigurationError } from '../settings/environment';
import { createPino, ServiceLogger } from './logger';

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

/** Linux's file on a disk that is always full. */
const onFullDisk = process.platform === 'linux' ? it : it.skip;

onFullDisk(
  'a log on a full disk ends nothing, says so once, and keeps few of its lines in memory',
  async () => {
    const complaints = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const log = createPino({ service: 'rule-engine', file: '/dev/full' });
      const destination = (log as unknown as Record<symbol, EventEmitter & { flushSync(): void }>)[
        pino.symbols.streamSym
      ];
      const dropped = new Promise((resolve) => destination?.once('drop', resolve));
      const logger = new ServiceLogger(log);
      for (let line = 0; line < 100; line += 1) {
        logger.log('x'.repeat(100_000));
        await turn();
      }
      await dropped;
      destination?.flushSync(); // as pino does when the process ends, which it must not hold up
      expect(complaints.mock.calls).toEqual([['The log /dev/full cannot be written: ENOSPC.\n']]);
    } finally {
      complaints.mockRestore();
    }
  },
);

it('levels are names, and what Nest says of each module and route at a start is no information', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'tributary-log-')), 'service.log');
  const logger = new ServiceLogger(createPino({ service: 'rule-engine', file }));
  logger.log('Mapped {/health/live, GET} route', 'RouterExplorer');
  logger.log('rule-engine is ready');
  logger.warn('the clocks differ', { aheadS: 7 });
  await eventually(() => {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ level: 'info', service: 'rule-engine', msg: 'rule-engine is ready' }),
      expect.objectContaining({ level: 'warn', msg: 'the clocks differ', aheadS: 7 }),
    ]);
  });
});
