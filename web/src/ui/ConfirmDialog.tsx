import { Trans } from '@lingui/react/macro';
import { type ComponentProps, type ReactNode, type RefObject, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

type ConfirmDialogProps = {
  open?: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  /** As of a `Dialog`: confirming may remove the opening button. */
  elseFocus?: RefObject<HTMLElement | null>;
  children?: ReactNode;
};

/** Asks before an action that cannot be undone. Stays open while `busy`; the caller closes it. */
export function ConfirmDialog({
  open = true,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
  elseFocus,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...(elseFocus && { elseFocus })}
      open={open}
      onOpenChange={onOpenChange}
      size="small"
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {cancelLabel ?? <Trans>Cancel</Trans>}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type FormDialogProps = ComponentProps<typeof Dialog> & {
  /** Returns true if closing would lose input; called at the moment of closing. */
  isUnsaved: () => boolean;
};

/** A dialog around a form that confirms before input is lost. */
export function FormDialog({ isUnsaved, onOpenChange, ...dialog }: FormDialogProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Dialog
        {...dialog}
        onOpenChange={(open) => {
          if (!open && isUnsaved()) setAsking(true);
          else onOpenChange(open);
        }}
      />
      <ConfirmDialog
        open={asking && dialog.open !== false}
        onOpenChange={setAsking}
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>You'll lose what you changed here.</Trans>}
        confirmLabel={<Trans>Discard changes</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        danger
        onConfirm={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </>
  );
}
