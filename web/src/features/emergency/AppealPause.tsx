import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { HttpError, sentenceOf } from '#web/lib/http-error.ts';
import { toldUnauthorized } from '#web/lib/unauthorized-toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { useAppealPause } from './emergency.queries.ts';

/** Lets somebody whose asking is paused say to those who run the community why it should not be. */
export function AppealPause() {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const thanks = useRef<HTMLDivElement>(null);
  const appeal = useAppealPause();
  useEffect(() => {
    if (appeal.isSuccess) thanks.current?.focus();
  }, [appeal.isSuccess]);

  if (appeal.isSuccess)
    return (
      <div ref={thanks} tabIndex={-1} className="w-full outline-none">
        <Notice tone="success" announce title={<Trans>Thank you. They read it as soon as they can.</Trans>} />
      </div>
    );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = words.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (!appeal.isPending)
      appeal.mutate(words, {
        onError: (error) => {
          toldUnauthorized(error);
        },
      });
  };
  const told = appeal.error instanceof HttpError ? appeal.error.fields['words'] : undefined;
  return (
    <form
      noValidate
      aria-label={t`Is that a mistake?`}
      onSubmit={send}
      className="flex w-full flex-col gap-3"
    >
      <TextArea
        ref={field}
        label={<Trans>Is that a mistake?</Trans>}
        hint={<Trans>Tell the people who run this community. Nobody else reads it.</Trans>}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setMissing(false);
        }}
        error={isMissing ? t`Please say what we should know` : told}
      />
      {appeal.isError && told === undefined && (
        <Notice tone="error" announce title={<Trans>That was not sent. It is kept here.</Trans>}>
          {sentenceOf(appeal.error)}
        </Notice>
      )}
      <Button type="submit" variant="secondary" className="self-start" busy={appeal.isPending}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}
