import { Controller } from '@nestjs/common';
import {
  ApplyFileImport,
  BeginFileImport,
  ChangeFileImport,
  CommandResult,
  DecideImportReviews,
  DiscardFileImport,
  EndFileUpload,
  ListFileImportEntries,
  ListFileImports,
  ShowFileImport,
  StoreFilePiece,
  UndoFileImport,
} from '@tributary/contracts';
import { JobRunner } from '@tributary/jobs';
import { OnCommand, OnCommandCallingOut, type Commit, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { applyImport } from './applying/apply-import';
import { undoImport } from './applying/undo-jobs';
import { changeImport } from './change-import';
import { listEntries } from './list-entries';
import { decideImportReviews } from './decide-import-reviews';
import { countImports, listImports } from './imports.store';
import { findImport, mayImport, toFileImport } from './stored-imports';
import { beginImport, discardImport, endUpload, storePiece } from './upload';

/** Commands about imports of files. */
@Controller()
export class ImportsController {
  constructor(
    private readonly box: SecretBox,
    private readonly jobs: JobRunner,
  ) {}

  @OnCommand(BeginFileImport)
  begin({ caller, payload }: ReceivedCommand<typeof BeginFileImport>, tx: Tx) {
    return beginImport(tx, caller, payload);
  }

  @OnCommand(StoreFilePiece)
  store({ caller, payload }: ReceivedCommand<typeof StoreFilePiece>, tx: Tx) {
    return storePiece(tx, this.box, caller, payload);
  }

  @OnCommandCallingOut(EndFileUpload)
  end({ caller, payload }: ReceivedCommand<typeof EndFileUpload>, commit: Commit) {
    return this.working(commit((tx) => endUpload(tx, caller, payload)));
  }

  @OnCommand(DiscardFileImport)
  discard({ caller, payload }: ReceivedCommand<typeof DiscardFileImport>, tx: Tx) {
    return discardImport(tx, caller, payload.importId);
  }

  @OnCommand(ShowFileImport)
  async show({ caller, payload }: ReceivedCommand<typeof ShowFileImport>, tx: Tx) {
    return toFileImport(await findImport(tx, caller, payload.importId));
  }

  @OnCommand(ListFileImports)
  async list(
    { caller, payload: { page, size, statuses = [] } }: ReceivedCommand<typeof ListFileImports>,
    tx: Tx,
  ): Promise<CommandResult<typeof ListFileImports>> {
    const userId = mayImport(caller) ? caller.userId : 0;
    const rows = await listImports(tx, userId, statuses, { page, size });
    return { imports: rows.map(toFileImport), total: await countImports(tx, userId, statuses) };
  }

  @OnCommand(ListFileImportEntries)
  entries({ caller, payload }: ReceivedCommand<typeof ListFileImportEntries>, tx: Tx) {
    return listEntries(tx, caller, payload);
  }

  @OnCommandCallingOut(ChangeFileImport)
  change({ caller, payload }: ReceivedCommand<typeof ChangeFileImport>, commit: Commit) {
    return this.working(commit((tx) => changeImport(tx, caller, payload)));
  }

  @OnCommandCallingOut(ApplyFileImport)
  apply({ caller, payload }: ReceivedCommand<typeof ApplyFileImport>, commit: Commit) {
    return this.working(commit((tx) => applyImport(tx, caller, payload.importId)));
  }

  @OnCommand(DecideImportReviews)
  decide({ caller, payload }: ReceivedCommand<typeof DecideImportReviews>, tx: Tx) {
    return decideImportReviews(tx, caller, payload);
  }

  @OnCommandCallingOut(UndoFileImport)
  undo({ caller, payload }: ReceivedCommand<typeof UndoFileImport>, commit: Commit) {
    return this.working(commit((tx) => undoImport(tx, caller, payload.importId)));
  }

  /** Wakes the job runner after the commit, so that a created job begins immediately. */
  private async working<Result>(committed: Promise<Result>): Promise<Result> {
    const result = await committed;
    this.jobs.wake();
    return result;
  }
}
