import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';

type Props = {
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What follows from a yes. */
  readonly description: ReactNode;
  readonly confirmLabel: ReactNode;
  readonly cancelLabel: ReactNode;
  readonly busy: boolean;
  /** Why it did not go through; what was chosen and written stays. */
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
};

/** Asks before a move that ends a claim, with what there is to choose or to write about it. */
export function ActionDialog(props: Props) {
  const formId = useId();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      size="small"
      title={props.title}
      description={props.description}
      elseFocus={props.elseFocus}
      footer={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {props.cancelLabel}
          </Button>
          <Button type="submit" form={formId} busy={props.busy}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={confirm} noValidate className="flex flex-col gap-4">
        {props.children}
        {Boolean(props.error) && (
          <Notice tone="error" announce title={<Trans>That did not go through.</Trans>}>
            {errorMessage(props.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

type ActionErrorProps = { readonly error: unknown; readonly onRetry: () => void; readonly busy: boolean };

/** What did not go through, kept in sight beside the way to try it again. */
export function ActionError({ error, onRetry, busy }: ActionErrorProps) {
  if (!error) return null;
  return (
    <ErrorState title={<Trans>That did not go through.</Trans>} onRetry={onRetry} retrying={busy}>
      {errorMessage(error)}
    </ErrorState>
  );
}
