import { RunningService } from '@tributary/service';

/** The running instances of one service, in the order of their starts. */
export class Instances<Config> {
  private readonly running: RunningService[] = [];

  constructor(private readonly begin: (config: Config) => Promise<RunningService>) {}

  /**
   * Starts an instance.
   * @returns the instance, which the test may stop itself
   */
  async start(config: Config): Promise<RunningService> {
    const started = await this.begin(config);
    const instance: RunningService = { ...started, stop: () => this.stop(instance, started) };
    this.running.push(instance);
    return instance;
  }

  /**
   * The instance that was started first.
   * @throws Error if none is running
   */
  get first(): RunningService {
    const [first] = this.running;
    if (!first) throw new Error('no instance of the service runs');
    return first;
  }

  async stopLast(): Promise<void> {
    await this.running.at(-1)?.stop();
  }

  async stopOthers(): Promise<void> {
    await Promise.all(this.running.slice(1).map((instance) => instance.stop()));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running].map((instance) => instance.stop()));
  }

  /** Stops an instance unless the test has stopped it already. */
  private async stop(instance: RunningService, started: RunningService): Promise<void> {
    const index = this.running.indexOf(instance);
    if (index === -1) return;
    this.running.splice(index, 1);
    await started.stop();
  }
}
