import { useLingui } from '@lingui/react/macro';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import { Copy, EllipsisVertical, Flag } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { toast } from '#web/ui/toast-store.ts';

type Props = {
  readonly message: Message;
  readonly isMine: boolean;
  /** Left out for what is one's own. */
  readonly onReport: () => void;
};

/**
 * What can be done with one message. It comes with the pointer or the keyboard; by touch it stands beside what others
 * wrote, since that is what one may have to report.
 */
export function MessageMenu({ message, isMine, onReport }: Props) {
  const { t } = useLingui();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(message.content);
      toast({ title: t`Copied` });
    } catch {
      toast({ title: t`The text could not be copied`, tone: 'destructive' });
    }
  };
  const items = [
    ...(message.content === ''
      ? []
      : [{ label: t`Copy text`, icon: <Copy aria-hidden="true" />, onSelect: () => void copy() }]),
    ...(isMine
      ? []
      : [{ label: t`Report this message`, icon: <Flag aria-hidden="true" />, onSelect: onReport }]),
  ];
  if (items.length === 0) return null;
  return (
    <Menu
      align={isMine ? 'end' : 'start'}
      trigger={
        <IconButton
          label={t`More about this message`}
          icon={<EllipsisVertical aria-hidden="true" />}
          className={classNames(
            '-my-2 text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100',
            isMine ? 'pointer-coarse:hidden' : 'pointer-coarse:opacity-100',
          )}
        />
      }
      items={items}
    />
  );
}
