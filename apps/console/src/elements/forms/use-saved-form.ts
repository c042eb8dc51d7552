import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { merged } from './merged';

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
