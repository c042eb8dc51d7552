import { workspaceRoot } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A played fault, measured from the moment when the failed part was available again (or was killed, if it restarts by
 * itself).
 */
export interface PlayedFault {
  readonly fault: string;
  readonly readyS: number;
  readonly lost: number;
  readonly doubled: number;
}

export const FAULTS_PAGE = 'docs/reference/faults.md';

/** A row of the page: | fault | ready after, as measured | at most | lost | doubled | */
const ROW = /^\| ([^|]+?) +\| ([\d.]+) s +\| (\d+) s +\| (\d+) +\| (\d+) +\|$/gm;

interface Claim {
  readonly measuredS: number;
  readonly atMostS: number;
  readonly lost: number;
  readonly doubled: number;
}

/** Compares the played faults of one form of installation with the documentation page. */
export class FaultTable {
  private readonly claims: ReadonlyMap<string, Claim>;
  private readonly played: PlayedFault[] = [];

  /** @param heading of the form's section in the page */
  constructor(private readonly heading: string) {
    const page = readFileSync(path.join(workspaceRoot(), FAULTS_PAGE), 'utf8');
    const part = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
    this.claims = new Map(
      [...part.matchAll(ROW)].map(([, fault = '', ...figures]) => {
        const [measuredS = 0, atMostS = 0, lost = 0, doubled = 0] = figures.map(Number);
        return [fault, { measuredS, atMostS, lost, doubled }];
      }),
    );
  }

  record(played: PlayedFault): void {
    this.played.push(played);
    const { fault, readyS, lost, doubled } = played;
    const claim = this.claims.get(fault);
    expect({ fault, isOnThePage: claim !== undefined }).toEqual({ fault, isOnThePage: true });
    expect({ fault, lost, doubled }).toEqual({ fault, lost: claim?.lost, doubled: claim?.doubled });
    if (readyS > (claim?.atMostS ?? 0)) {
      throw new Error(
        `${fault}: ready after ${readyS} s, and ${FAULTS_PAGE} says ${claim?.atMostS ?? 0} s at most`,
      );
    }
  }

  /** Returns the rows of the page that no test has played. */
  unseen(): string[] {
    const seen = new Set(this.played.map(({ fault }) => fault));
    return [...this.claims.keys()].filter((fault) => !seen.has(fault));
  }

  print(): void {
    const rows = this.played.map(
      ({ fault, readyS, lost, doubled }) => `| ${fault} | ${readyS.toFixed(1)} s | ${lost} | ${doubled} |`,
    );
    process.stdout.write(`${this.heading}: ready after, lost, doubled\n${rows.join('\n')}\n`);
  }
}

/** Returns the seconds since that time, with one decimal. */
export function secondsSince(ms: number): number {
  return Math.round((performance.now() - ms) / 100) / 10;
}
