import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';

interface SavedForm<Values> {
  readonly form: UseFormReturnType<Values>;
  /** The fields that were changed here and elsewhere, to different values. */
  readonly conflicts: readonly (keyof Values)[];
  /** Shows values that were just saved. */
  readonly show: (saved: Values) => void;
}

/** A form of saved values. Values that are saved elsewhere appear in it, except in fields that the user has changed. */
export function useSavedForm<Values extends object>(saved: Values): SavedForm<Values> {
  const form = useForm<Values>({ initialValues: saved });
  const base = useRef(saved);
  const [conflicts, setConflicts] = useState<readonly (keyof Values)[]>([]);
  const showOver = (stored: Values, values: Values) => {
    base.current = stored;
    form.setInitialValues(stored);
    form.resetDirty(stored);
    form.setValues(values);
  };
  const current = JSON.stringify(saved);
  useEffect(() => {
    const change = merged(base.current, saved, form.getValues());
    setConflicts((before) => [...new Set([...before, ...change.conflicts])]);
    showOver(saved, change.values);
    // The saved values alone decide when the form is filled again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);
  return { form, conflicts, show: (stored) => showOver(stored, stored) };
}

/** A form after what it edits was changed elsewhere. */
interface Merged<Values> {
  readonly values: Values;
  /** The fields that were changed here and elsewhere, to different values. */
  readonly conflicts: readonly (keyof Values)[];
}

/** Merges two changes of a form: typed values stay, and all other fields get the values that were saved elsewhere. */
export function merged<Values extends object>(base: Values, theirs: Values, mine: Values): Merged<Values> {
  const names = Object.keys(mine) as (keyof Values)[];
  const typed = names.filter((name) => !isSame(mine[name], base[name]));
  const own = Object.fromEntries(typed.map((name) => [name, mine[name]])) as Partial<Values>;
  return {
    values: { ...theirs, ...own },
    conflicts: typed.filter((name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
