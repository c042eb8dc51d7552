import { ActionIcon, Menu } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Names the action and its object, for screen readers. */
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** A quiet button without words. */
export function IconButton({ icon: Icon, label, isDisabled = false, onClick }: IconButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

interface MoveButtonsProps {
  /** Names the moved object: `action 1`. */
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

/** Moves one object of a list up or down. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <IconButton icon={ArrowUp} label={`Move ${name} up`} isDisabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton
        icon={ArrowDown}
        label={`Move ${name} down`}
        isDisabled={isLast}
        onClick={() => onMove(1)}
      />
    </>
  );
}

interface ActionsMenuProps {
  /** Names the object of the actions, for screen readers. */
  readonly label: string;
  readonly isLoading?: boolean;
  /** The items of Mantine's `Menu`. */
  readonly children: ReactNode;
}

/** The rarer actions on an object, in a menu. */
export function ActionsMenu({ label, isLoading = false, children }: ActionsMenuProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={label} loading={isLoading}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
