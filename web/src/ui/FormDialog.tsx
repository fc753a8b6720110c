import { Trans } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

type FormDialogProps = ComponentProps<typeof Dialog> & {
  /** Whether something in it would be lost; asked at the moment of closing, for a key can follow typing at once. */
  isUnsaved: () => boolean;
};

/** A dialog around a form: closing it asks first where something would be lost. */
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
        open={asking && dialog.open}
        onOpenChange={setAsking}
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>What you changed here would be lost.</Trans>}
        confirmLabel={<Trans>Leave</Trans>}
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
