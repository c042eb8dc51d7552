import { Button, Group, Text } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, MediaType, PathsWithMethod } from 'openapi-typescript-helpers';
import { $api } from '../../api/api';
import { problemText } from '../problems/problem-text';
import { WhatToDo } from '../problems/what-to-do';

interface Words<Data, Init> {
  /** What the user reads when it is done: `Rule saved`. */
  readonly done: string | ((data: Data, init: Init) => string);
  /** What the button Undo does. */
  readonly undo?: (data: Data, init: Init) => Promise<unknown>;
  /** Errors are shown by the screen itself, beside the form. */
  readonly isErrorShown?: boolean;
  readonly onSuccess?: (data: Data, init: Init) => unknown;
  /** True where it deals with the refusal, which is then not shown. */
  readonly onRefused?: (error: unknown) => boolean;
}

type Operation<M extends HttpMethod, P extends PathsWithMethod<paths, M>> =
  paths[P] extends Record<M, infer Found>
    ? Found extends Record<string | number, unknown>
      ? Found
      : never
    : never;
type Init<M extends HttpMethod, P extends PathsWithMethod<paths, M>> = MaybeOptionalInit<paths[P], M>;
type Answer<M extends HttpMethod, P extends PathsWithMethod<paths, M>> = Required<
  FetchResponse<Operation<M, P>, Init<M, P>, MediaType>
>;

/** A change that reports its result: success with an Undo where there is one, or the API's own words. */
export function useChange<M extends HttpMethod, P extends PathsWithMethod<paths, M>>(
  method: M,
  path: P,
  words: Words<Answer<M, P>['data'], Init<M, P>>,
): UseMutationResult<Answer<M, P>['data'], Answer<M, P>['error'], Init<M, P>> {
  const queries = useQueryClient();
  const options: UseMutationOptions<Answer<M, P>['data'], Answer<M, P>['error'], Init<M, P>> = {
    onSuccess: async (data, init) => {
      showDone(words, data, init, () => void queries.invalidateQueries());
      await words.onSuccess?.(data, init);
    },
    onError: (error) => {
      if (words.onRefused?.(error) !== true && words.isErrorShown !== true) showProblem(error);
    },
    onSettled: () => queries.invalidateQueries(),
  };
  return $api.useMutation(method, path, options);
}

/** Shows why something could not be done. */
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
