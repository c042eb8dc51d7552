import { BackgroundWorker, WorkerOptions, WorkSignals } from '@tributary/jobs';
import { Lanes, UnitWork } from './lanes';

/** Looks for work on units, and starts it if a lane has a free slot. */
export abstract class UnitWorker<Work extends UnitWork> extends BackgroundWorker {
  private readonly lanes: Lanes;

  constructor(slots: number, options: Omit<WorkerOptions, 'round' | 'dueInMs'>, signals: WorkSignals) {
    super(options, signals);
    this.lanes = new Lanes(slots);
  }

  async round(): Promise<boolean> {
    for (const work of await this.findWork()) {
      if (this.lanes.hasSlotFor(work)) this.lanes.start(work, () => this.work(work));
    }
    return false;
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.lanes.ended();
  }

  protected abstract findWork(): Promise<readonly Work[]>;

  /** Must not reject. */
  protected abstract work(work: Work): Promise<void>;
}
