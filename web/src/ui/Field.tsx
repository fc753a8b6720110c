import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** One sentence on what to correct. */
  error?: string | undefined;
  /** Shows "(optional)" beside the label; required fields are not marked. */
  optional?: boolean | undefined;
};

/** Attributes that tie a control to its label, hint and error. */
export type FieldWiring = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Shared style of text controls. */
export const controlStyle = (hasError: boolean, className?: string): string =>
  classNames(
    'block w-full min-h-12 rounded-control border bg-surface px-3.5 py-2.5 text-base text-ink placeholder:text-muted',
    'transition-colors duration-150 disabled:bg-sunken disabled:text-muted',
    hasError ? 'border-tomato' : 'border-control',
    className,
  );

type FieldFrame = FieldText & { id?: string | undefined; className?: string | undefined };
type FieldProps = FieldFrame & { children: (wiring: FieldWiring) => ReactNode };

/** The properties of a field's frame, and those of the control in it. */
export function splitFieldProps<Props extends FieldFrame>(props: Props) {
  const { label, hint, error, optional, id, className, ...control } = props;
  return { frame: { label, hint, error, optional, id, className }, control };
}

/** Label above, control, hint and error below, always visible and read together. */
export function Field({ label, hint, error, optional = false, id, className, children }: FieldProps) {
  const { wiring, notes } = useFieldNotes({ hint, error, id });
  return (
    <div className={classNames('min-w-0', className)}>
      <label htmlFor={wiring.id} className="mb-1.5 block font-semibold">
        {label}
        {optional && (
          <span className="ms-1.5 font-normal text-muted">
            <Trans>(optional)</Trans>
          </span>
        )}
      </label>
      {children(wiring)}
      {notes}
    </div>
  );
}

/** The hint and the error of a control, and what ties it to them. */
export function useFieldNotes({ hint, error, id }: Pick<FieldFrame, 'hint' | 'error' | 'id'>) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const [hintId, errorId] = [`${controlId}-hint`, `${controlId}-error`];
  const wiring: FieldWiring = {
    id: controlId,
    'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  const notes = <FieldNotes hintId={hintId} errorId={errorId} hint={hint} error={error} />;
  return { wiring, notes };
}

type FieldNotesProps = {
  hintId: string;
  errorId: string;
  hint: ReactNode;
  error: string | undefined;
};

export function FieldNotes({ hintId, errorId, hint, error }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-tomato">
          <CircleAlert className="h-lh w-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}
