import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useState } from 'react';
import { MoveButtons } from '../../elements/forms/icon-button';
import { Nothing } from '../../elements/nothing';
import { ScreenButton } from '../../elements/screen-link';
import { useChange } from '../../elements/changes/use-change';
import type { Rule } from '../rule-draft';
import { RuleEnabled } from '../rule-enabled';
import { RuleSummary } from './rule-summary';
import { rulesAt, type Target } from './target';

interface RuleOrderProps {
  readonly rules: readonly Rule[];
  readonly target: Target;
}

/** The rules of an account or a link in the order in which they run; moved by drag, by keys, or by buttons. */
export function RuleOrder({ rules, target }: RuleOrderProps) {
  const attached = rulesAt(rules, target);
  const { move, ids, isSaving, announced } = useOrder(attached, target);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (attached.length === 0) {
    return (
      <Nothing title="No rules here" action={<ScreenButton to="/rules/new">Make a rule</ScreenButton>}>
        Make a rule and attach it, or open one and attach it here.
      </Nothing>
    );
  }
  const byId = new Map(attached.map((rule) => [rule.id, rule]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id) move(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Rules run from the first to the last; each sees what those before it changed.
      </Text>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements: announcementsOf(ordered), screenReaderInstructions: INSTRUCTIONS }}
      >
        <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
          <Stack gap={6} component="ol" p={0} m={0} aria-label="Rules in their order" aria-busy={isSaving}>
            {ordered.map((rule, index) => (
              <OrderedRule
                key={rule.id}
                rule={rule}
                index={index}
                isLast={index === ordered.length - 1}
                onMove={(by) => move(rule.id, index + by)}
              />
            ))}
          </Stack>
        </SortableContext>
      </DndContext>
    </Stack>
  );
}

/** Returns the order on the screen: the requested one until it is saved, then the order that the server returns. */
function useOrder(attached: readonly Rule[], target: Target) {
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [announced, announce] = useState('');
  const onAccount = useChange('post', '/rules/{ruleId}/accounts/{accountId}', { done: 'Order saved' });
  const onLink = useChange('post', '/rules/{ruleId}/transfer-links/{transferLinkId}', {
    done: 'Order saved',
  });
  const saved = attached.map(({ id }) => id);
  // Rules that were attached or taken off meanwhile are no part of what was wanted.
  const isUsable = wanted !== null && wanted.toSorted().join() === saved.toSorted().join();
  const ids = isUsable ? wanted : saved;

  const move = (ruleId: string, index: number) => {
    const order = arrayMove([...ids], ids.indexOf(ruleId), index);
    setWanted(order);
    const name = attached.find(({ id }) => id === ruleId)?.name ?? '';
    announce(`${name} is now rule ${index + 1} of ${order.length}.`);
    const body = { order_list: order.map(Number) };
    const onSettled = () => setWanted(null);
    switch (target.kind) {
      case 'account':
        return onAccount.mutate({ params: { path: { ruleId, accountId: target.id } }, body }, { onSettled });
      case 'link':
        return onLink.mutate(
          { params: { path: { ruleId, transferLinkId: target.id } }, body },
          { onSettled },
        );
    }
  };
  return { ids, move, announced, isSaving: onAccount.isPending || onLink.isPending };
}

interface OrderedRuleProps {
  readonly rule: Rule;
  /** Position of the rule in the list, from 0. */
  readonly index: number;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

function OrderedRule({ rule, index, isLast, onMove }: OrderedRuleProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: rule.id });
  return (
    <Paper
      component="li"
      ref={setNodeRef}
      p="xs"
      shadow={isDragging ? 'md' : undefined}
      pos="relative"
      style={{
        listStyle: 'none',
        transform: CSS.Translate.toString(transform),
        transition,
        zIndex: isDragging ? 1 : 0,
      }}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <ActionIcon
          ref={setActivatorNodeRef}
          variant="subtle"
          color="gray"
          size="lg"
          {...attributes}
          {...listeners}
          aria-label={`Move ${rule.name}`}
          style={{ cursor: 'grab', touchAction: 'none' }}
        >
          <GripVertical size={16} aria-hidden />
        </ActionIcon>
        <Text size="sm" c="dimmed" mt={7} className="amount">
          {index + 1}.
        </Text>
        <Stack gap={4} flex={1} mt={7} miw={0}>
          <RuleSummary rule={rule} />
        </Stack>
        <Group gap={2} wrap="nowrap">
          <RuleEnabled rule={rule} isNamed />
          <MoveButtons name={rule.name} isFirst={index === 0} isLast={isLast} onMove={onMove} />
        </Group>
      </Group>
    </Paper>
  );
}

const INSTRUCTIONS = {
  draggable:
    'Press space or Enter to pick up the rule. Move it with the arrow keys. Press space or Enter again to put it down, Escape to leave it where it was.',
};

/** The announcements of a screen reader while a rule is moved. */
function announcementsOf(rules: readonly Rule[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => rules.find((rule) => rule.id === id)?.name ?? 'The rule';
  const positionOf = (id: UniqueIdentifier) =>
    `${rules.findIndex((rule) => rule.id === id) + 1} of ${rules.length}`;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} is picked up. It is rule ${positionOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `${nameOf(active.id)} would be rule ${positionOf(over.id)}.`,
    onDragEnd: ({ active, over }) =>
      over === null ? undefined : `${nameOf(active.id)} is put down as rule ${positionOf(over.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays rule ${positionOf(active.id)}.`,
  };
}
