import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { TextField } from './TextField.tsx';

export type Suggestion = { readonly key: string; readonly label: string; readonly detail?: string };

type SuggestFieldProps<Item extends Suggestion> = Omit<
  ComponentProps<typeof TextField>,
  'end' | 'onKeyDown'
> & {
  readonly suggestions: readonly Item[];
  readonly onPick: (suggestion: Item) => void;
};

/** A text field with suggestions below it, each a button; Enter takes the first. */
export function SuggestField<Item extends Suggestion>({
  suggestions,
  onPick,
  ...field
}: SuggestFieldProps<Item>) {
  const [closed, setClosed] = useState(false);
  const shown = closed ? [] : suggestions;
  const [first] = shown;
  const pick = (item: Item) => {
    setClosed(true);
    onPick(item);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !first || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    if (event.key === 'Enter') pick(first);
    else setClosed(true);
  };
  return (
    <div>
      <TextField
        autoComplete="off"
        {...field}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setClosed(false);
          field.onChange?.(event);
        }}
      />
      <output className="block">
        {first && (
          <ul className="mt-1 overflow-hidden rounded-control border bg-surface">
            {shown.map((item) => (
              <li key={item.key}>
                <button
                  type="button"
                  onClick={() => pick(item)}
                  className="flex min-h-11 w-full flex-wrap items-baseline gap-x-2 px-3.5 py-2 text-start -outline-offset-2 hover:bg-sunken"
                >
                  <bdi className="font-semibold">{item.label}</bdi>
                  {item.detail && <bdi className="text-sm text-muted">{item.detail}</bdi>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </output>
    </div>
  );
}
