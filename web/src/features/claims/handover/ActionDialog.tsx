import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** What happens after confirming. */
  readonly description: ReactNode;
  readonly confirmLabel: ReactNode;
  readonly cancelLabel: ReactNode;
  readonly busy: boolean;
  /** Why the last attempt failed; the input stays. */
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
};

/** Asks before an action on a claim or request, with the form fields it needs. */
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

/** The error of the last action, with a retry button. */
export function ActionError({ error, onRetry, busy }: ActionErrorProps) {
  if (!error) return null;
  return (
    <ErrorState title={<Trans>That did not go through.</Trans>} onRetry={onRetry} retrying={busy}>
      {errorMessage(error)}
    </ErrorState>
  );
}
