import { useLingui } from '@lingui/react/macro';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text.ts';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';

/** What was begun in each conversation and not sent, for as long as the page lives. */
const drafts = new Map<string, string>();

type Props = {
  readonly conversationId: string;
  readonly name: string;
  /** Sends the text; says whether there was anything to send. */
  readonly onSend: (text: string) => boolean;
};

/** Where a message is written. Enter sends, Shift+Enter begins a new line. */
export function Composer({ conversationId, name, onSend }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState(() => drafts.get(conversationId) ?? '');
  const area = useRef<HTMLTextAreaElement>(null);
  const isEmpty = text.trim() === '';
  const write = (next: string) => {
    setText(next);
    if (next === '') drafts.delete(conversationId);
    else drafts.set(conversationId, next);
  };
  const send = () => {
    if (onSend(text)) write('');
    area.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a composition (Japanese, Chinese): that one is not for us.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={onSubmit} className="flex items-end gap-2 border-t border-line p-3">
      <textarea
        ref={area}
        rows={1}
        value={text}
        maxLength={MAX_TEXT_LENGTH}
        aria-label={t`Message to ${name}`}
        placeholder={t`Write a message`}
        enterKeyHint="send"
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-36 min-h-12 flex-1 resize-none rounded-control border border-control bg-surface px-3.5 py-3 text-base/snug placeholder:text-muted"
      />
      <IconButton
        type="submit"
        variant="brand"
        label={t`Send`}
        icon={<SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />}
        disabled={isEmpty}
        className="size-12 shadow-none"
      />
    </form>
  );
}
