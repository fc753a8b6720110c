import { type ReactNode, useId } from 'react';
import { Chip } from '#web/ui/Chip.tsx';

type Props<Tag extends string> = {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly tags: readonly Tag[];
  readonly nameOf: (tag: Tag) => string;
  readonly chosen: readonly Tag[];
  /** Less high than their targets. */
  readonly isDense?: boolean;
  readonly onChange: (chosen: Tag[]) => void;
};

export function FoodTagChoice<Tag extends string>({
  label,
  hint,
  tags,
  nameOf,
  chosen,
  isDense = false,
  onChange,
}: Props<Tag>) {
  const hintId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint ? hintId : undefined}>
      <legend className="font-semibold">{label}</legend>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {tags.map((tag) => (
          <Chip
            key={tag}
            dense={isDense}
            pressed={chosen.includes(tag)}
            onClick={() =>
              onChange(tags.filter((one) => (one === tag ? !chosen.includes(tag) : chosen.includes(one))))
            }
          >
            <span className="inline-block first-letter:uppercase">{nameOf(tag)}</span>
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
