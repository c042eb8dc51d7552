import { Badge } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import CirclePause from 'lucide-react/icons/circle-pause';
import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';

export type StatusKind = 'good' | 'working' | 'paused' | 'warning' | 'bad';

interface StatusProps {
  readonly kind: StatusKind;
  readonly label: string;
}

/** A status of the API in words, for each of its values: one that is missing does not compile. */
export type StatusWords<Value extends string> = Readonly<Record<Value, StatusProps>>;

const LOOKS: Readonly<Record<StatusKind, { readonly color: string; readonly icon: LucideIcon }>> = {
  good: { color: 'green', icon: CircleCheck },
  working: { color: 'blue', icon: CircleDashed },
  paused: { color: 'gray', icon: CirclePause },
  warning: { color: 'yellow', icon: TriangleAlert },
  bad: { color: 'red', icon: CircleX },
};

/** A status in words, with an icon and a colour of the same meaning. */
export function Status({ kind, label }: StatusProps) {
  const { color, icon: Icon } = LOOKS[kind];
  return (
    <Badge color={color} variant="light" leftSection={<Icon size={13} aria-hidden />} tt="none">
      {label}
    </Badge>
  );
}
