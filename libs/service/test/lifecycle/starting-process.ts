import { runService, RunningService } from '../../src/lifecycle/run-service';

const say = (what: string): void => void process.send?.({ what });

/** As a process of its own, to be stopped: a service that starts when it is told so. */
function start(): Promise<RunningService> {
  const running = {
    url: '',
    drain: () => say('drains'),
    stop: async () => say('stopped'),
  } as Partial<RunningService> as RunningService;
  const started = new Promise<RunningService>((resolve) =>
    process.once('message', () => {
      say('started');
      resolve(running);
    }),
  );
  say('starts');
  return started;
}

void runService({ service: 'rule-engine', readConfig: (platform) => platform, start });
