import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import {
  useMutation,
  useQueryClient,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, MediaType, PathsWithMethod } from 'openapi-typescript-helpers';
import { $api } from '../../api/api';
import { problemText } from '../problems/problem-text';
import { WhatToDo } from '../problems/what-to-do';

interface Words<Data, Init> {
  /** The message of success: `Rule saved`. Null: none is shown. */
  readonly done: string | null | ((data: Data, init: Init) => string);
  /** The action of the button Undo. */
  readonly undo?: (data: Data, init: Init) => Promise<unknown>;
  /** Errors are shown by the screen itself, beside the form. */
  readonly isErrorShown?: boolean;
  readonly onSuccess?: (data: Data, init: Init) => unknown;
  /** Returns true for an error that it handles, which is then not shown. */
  readonly onRefused?: (error: unknown) => boolean;
}

type Operation<M extends HttpMethod, P extends PathsWithMethod<paths, M>> =
  paths[P] extends Record<M, infer Found>
    ? Found extends Record<string | number, unknown>
      ? Found
      : never
    : never;
type Init<M extends HttpMethod, P extends PathsWithMethod<paths, M>> = MaybeOptionalInit<paths[P], M>;
type Result<M extends HttpMethod, P extends PathsWithMethod<paths, M>> = Required<
  FetchResponse<Operation<M, P>, Init<M, P>, MediaType>
>;

/**
 * Returns the mutation for a request that changes something. It shows a notice of the success, with Undo where the
 * change can be undone, or the API's error.
 */
export function useChange<M extends HttpMethod, P extends PathsWithMethod<paths, M>>(
  method: M,
  path: P,
  words: Words<Result<M, P>['data'], Init<M, P>>,
): UseMutationResult<Result<M, P>['data'], Result<M, P>['error'], Init<M, P>> {
  const options: UseMutationOptions<Result<M, P>['data'], Result<M, P>['error'], Init<M, P>> = useReport(
    words,
  );
  return $api.useMutation(method, path, options);
}

/** A change that takes several requests, or one whose path is not known before. It reports like `useChange`. */
export function useAction<Value, Data>(act: (value: Value) => Promise<Data>, words: Words<Data, Value>) {
  return useMutation({ mutationFn: act, ...useReport(words) });
}

function useReport<Data, Init>(words: Words<Data, Init>) {
  const queries = useQueryClient();
  return {
    onSuccess: async (data: Data, init: Init) => {
      showDone(words, data, init, () => void queries.invalidateQueries());
      await words.onSuccess?.(data, init);
    },
    onError: (error: unknown) => {
      if (words.onRefused?.(error) !== true && words.isErrorShown !== true) showProblem(error);
    },
    onSettled: () => queries.invalidateQueries(),
  };
}

/** Shows the error of a change. */
export function showProblem(error: unknown): void {
  const { title, message, details, docsUrl } = problemText(error);
  const text = (
    <>
      {[message, ...details].join(' ')} <WhatToDo page={docsUrl} />
    </>
  );
  notifications.show({ color: 'red', title, message: text, autoClose: false });
}

function showDone<Data, Init>(words: Words<Data, Init>, data: Data, init: Init, after: () => void): void {
  const { done, undo } = words;
  if (done === null) return;
  const text = typeof done === 'string' ? done : done(data, init);
  const id = randomId();
  const onUndo = () => {
    notifications.hide(id);
    undo?.(data, init).then(after, showProblem);
  };
  notifications.show({
    id,
    color: 'green',
    autoClose: undo === undefined ? 4_000 : 12_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        {undo !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onUndo}>
            Undo
          </Button>
        )}
      </Group>
    ),
  });
}
