import { readFileSync } from 'node:fs';

/** A step of a page's reader. */
export type Step =
  | { readonly kind: 'command'; readonly text: string; readonly until: string | null }
  | { readonly kind: 'file'; readonly name: string; readonly text: string; readonly continued: boolean }
  | {
      readonly kind: 'output';
      readonly pattern: RegExp;
      readonly repeat: boolean;
      readonly of: string | null;
    }
  | { readonly kind: 'reader'; readonly does: string };

/** A block that no test runs, with the page's reason. */
export interface NotRun {
  readonly text: string;
  readonly reason: string;
}

/** A block that another test runs, by its file. */
export interface RunElsewhere {
  readonly text: string;
  readonly by: string;
}

export interface Page {
  readonly steps: readonly Step[];
  readonly notRun: readonly NotRun[];
  readonly runElsewhere: readonly RunElsewhere[];
}

/** Matches a block of code (in a list or not), an HTML comment with a remark, or the heading of a section. */
const PARTS = /^( *)```(\w*)\n([\s\S]*?)^\1```$|^ *<!-- (.+?) -->$|^## .+$/gm;

/** Blocks of these languages are commands. */
const COMMANDS = new Set(['sh']);

/**
 * Reads a page as the steps of its reader. A remark after a block says what the block is: `background until "…"`,
 * `shows`, `file: name`. A remark before it says why it is not run: `not run: …`, or which other test runs it and the
 * rest of its section: `run by: …`. Between blocks `reader: …` names an action outside of the page. A block without an
 * explanation is an error, so that no block is left out unnoticed.
 */
export function readPage(file: string): Page {
  const parts = [...readFileSync(file, 'utf8').matchAll(PARTS)];
  const steps: Step[] = [];
  const notRun: NotRun[] = [];
  const runElsewhere: RunElsewhere[] = [];
  let skipped: string | null = null;
  let by: string | null = null;
  parts.forEach(([part, indent = '', language = '', indented = '', remark], at) => {
    if (part.startsWith('## ')) {
      by = null;
      return;
    }
    const text = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (remark !== undefined) {
      skipped = /^not run: (.+)$/.exec(remark)?.[1] ?? null;
      by = /^run by: (\S+)$/.exec(remark)?.[1] ?? by;
      const [, does] = /^reader: (.+)$/.exec(remark) ?? [];
      if (does) steps.push({ kind: 'reader', does });
      return;
    }
    if (skipped !== null) notRun.push({ text, reason: skipped });
    else if (by !== null) runElsewhere.push({ text, by });
    else steps.push(stepOf(language, text, parts[at + 1]?.[4] ?? '', file));
    skipped = null;
  });
  return { steps, notRun, runElsewhere };
}

function stepOf(language: string, text: string, remark: string, file: string): Step {
  const [, name, continued] = /^file: (\S+?)(, continued)?$/.exec(remark) ?? [];
  if (name !== undefined) return { kind: 'file', name, text, continued: continued !== undefined };
  const [, repeat, of] = /^shows(, repeat the last command)?(?:, of "(.+)")?$/.exec(remark) ?? [];
  if (/^shows/.test(remark)) {
    return { kind: 'output', pattern: patternOf(text), repeat: repeat !== undefined, of: of ?? null };
  }
  if (!COMMANDS.has(language)) throw new Error(`${file} has a block that no remark explains:\n${text}`);
  return { kind: 'command', text, until: /^background until "(.+)"$/.exec(remark)?.[1] ?? null };
}

/** Returns the title of a step in the page's words. */
export function titleOf(step: Step): string {
  switch (step.kind) {
    case 'command':
      return step.text.trim().split('\n').at(-1) ?? '';
    case 'file':
      return `saves ${step.name}`;
    case 'output':
      return 'sees what the page shows';
    case 'reader':
      return step.does;
  }
}

/** Returns a pattern for a shown output: `…` stands for any text, and blanks count as one. */
function patternOf(shown: string): RegExp {
  const words = shown.trim().split('…');
  return new RegExp(
    words.map((part) => part.trim().split(/\s+/).map(escaped).join('\\s*')).join('[\\s\\S]*'),
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
