import { confirmed } from '../../elements/changes/confirmed';
import { useChange } from '../../elements/changes/use-change';
import type { ServiceName } from '../search';
import { deadLettersText, serviceName } from '../words';

type Choice = { readonly ids: number[] } | { readonly topic: string } | { readonly all: true };

/** Replaying and dropping, each after it is confirmed with the number of messages. */
export function useTreatment(service: ServiceName, onReplay: (requestId: string | null) => void) {
  const path = { service };
  const replaying = useChange('post', '/admin/services/{service}/dead-letters/replay', {
    done: ({ data }) => `${deadLettersText(data.dead_letters)} will be processed again`,
    onSuccess: ({ data }) => onReplay(data.request?.id ?? null),
  });
  const dropping = useChange('post', '/admin/services/{service}/dead-letters/drop', {
    done: ({ data }) => `Dropped ${deadLettersText(data.dead_letters)}`,
  });
  return {
    replay: async (choice: Choice, count: number) => {
      const isConfirmed = await confirmed({
        title: `Replay ${deadLettersText(count)}?`,
        children: `${serviceName(service)} processes them again, oldest first. One that fails again stays here.`,
        confirm: 'Replay',
      });
      if (isConfirmed) replaying.mutate({ params: { path }, body: choice });
    },
    drop: async (choice: Choice, count: number) => {
      const isConfirmed = await confirmed({
        title: `Drop ${deadLettersText(count)}?`,
        children: 'They are deleted for good, and what they would have changed stays as it is.',
        confirm: 'Drop',
        isDangerous: true,
      });
      if (isConfirmed) dropping.mutate({ params: { path }, body: choice });
    },
  };
}
