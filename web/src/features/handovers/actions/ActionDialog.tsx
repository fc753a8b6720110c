import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { failureTitle } from '#web/lib/failure-title.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** What `useActions` returns, as far as a dialog needs it. */
type Actions = {
  readonly running: string | null;
  readonly failed: string | null;
  readonly error: unknown;
};

/** What every dialog before an action gets from where it is opened. */
export type ActionDialogProps = {
  readonly onClose: () => void;
  /** Receives focus on close if the opening button no longer exists. */
  readonly elseFocus: RefObject<HTMLElement | null>;
};

type Props = ActionDialogProps & {
  readonly actions: Actions;
  /** The action that the dialog confirms: shows its progress, and why it failed; the input stays. */
  readonly kind: string;
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly confirmLabel: ReactNode;
  readonly cancelLabel: ReactNode;
  readonly onConfirm: () => void;
  /** Makes it the default not to confirm. */
  readonly prefersCancel?: boolean;
  readonly children?: ReactNode;
};

/** Asks before an action on a handover or request, with the form fields it needs. */
export function ActionDialog(props: Props) {
  const formId = useId();
  const { actions, kind, prefersCancel = false } = props;
  const error = actions.failed === kind ? actions.error : null;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm();
  };
  const cancel = (
    <Button variant={prefersCancel ? 'primary' : 'secondary'} onClick={props.onClose}>
      {props.cancelLabel}
    </Button>
  );
  return (
    <Dialog
      onOpenChange={props.onClose}
      size="small"
      title={props.title}
      description={props.description}
      elseFocus={props.elseFocus}
      footer={
        <>
          {!prefersCancel && cancel}
          <Button
            type="submit"
            form={formId}
            variant={prefersCancel ? 'secondary' : 'primary'}
            busy={actions.running === kind}
          >
            {props.confirmLabel}
          </Button>
          {prefersCancel && cancel}
        </>
      }
    >
      <form id={formId} onSubmit={confirm} noValidate className="flex flex-col gap-4">
        {props.children}
        {Boolean(error) && (
          <Notice tone="error" announce title={failureTitle(error)}>
            {errorMessage(error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}

type ActionErrorProps = { readonly error: unknown; readonly onRetry: () => void; readonly busy: boolean };

export function ActionError({ error, onRetry, busy }: ActionErrorProps) {
  if (!error) return null;
  return (
    <ErrorState title={failureTitle(error)} onRetry={onRetry} retrying={busy}>
      {errorMessage(error)}
    </ErrorState>
  );
}
