import { rangeOfA1, type GridRange } from './a1';
import { carryOut, type BatchRequest, type Draft, type NamedRange } from './batch-requests';
import { invalidArgument } from '../problem';
import { Tab, type TabSetting } from './tab';

/** A spreadsheet: its sheets in order, and its named ranges. */
export class Spreadsheet {
  private draft: Draft = { tabs: [], namedRanges: new Map() };

  constructor(
    readonly id: string,
    readonly title: string,
    tabs: readonly TabSetting[],
    /** Mail addresses that may read and write. */
    readonly sharedWith: Set<string>,
  ) {
    for (const tab of tabs) this.draft.tabs.push(new Tab(tab));
  }

  get tabs(): readonly Tab[] {
    return this.draft.tabs;
  }

  get namedRanges(): readonly NamedRange[] {
    return [...this.draft.namedRanges.values()];
  }

  /** All or nothing. Gives a reply for each request. @throws Problem */
  apply(requests: readonly BatchRequest[], cellsMax: number): object[] {
    const draft = {
      tabs: this.draft.tabs.map((tab) => tab.copy()),
      namedRanges: new Map(this.draft.namedRanges),
    };
    const replies = requests.map((request, index) => carryOut(draft, request, index));
    const cells = draft.tabs.reduce((sum, tab) => sum + tab.rowCount * tab.columnCount, 0);
    if (cells > cellsMax) {
      throw invalidArgument(
        `This action would increase the number of cells in the workbook above the limit of ${cellsMax} cells.`,
      );
    }
    this.draft = draft;
    return replies;
  }

  range(a1: string): GridRange {
    return rangeOfA1(a1, new Map(this.tabs.map(({ title, sheetId }) => [title, sheetId])));
  }

  tab(sheetId: number): Tab {
    const tab = this.tabs.find((one) => one.sheetId === sheetId);
    if (!tab) throw invalidArgument(`No grid with id: ${sheetId}`);
    return tab;
  }
}
