import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { Suspense } from 'react';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { FoodOnTableProps } from './food-pictures.tsx';

const Nothing = () => null;
// requested with the first screen, but not a part of it; without it the frames stay empty
const pictures = import('./food-pictures.tsx').catch(() => ({
  FoodOnTable: Nothing,
  fetchPicture: () => {},
}));
const FoodOnTable = lazyPart<FoodOnTableProps>(async () => (await pictures).FoodOnTable);

/** Resolves once drawings have loaded, so that they render together with the content around them. */
export async function loadDrawings(): Promise<void> {
  await FoodOnTable.preload();
}

export async function fetchDrawing(title: string, category: Category): Promise<void> {
  (await pictures).fetchPicture(title, category);
}

type DrawingProps = {
  readonly title: string;
  readonly category: Category | null;
  /** True if it is in the first view: loaded immediately instead of lazily. */
  readonly eager?: boolean;
  readonly className?: string;
};

/** A drawing of the food that a title names, or a sign of its category. Hidden from screen readers: the title is next to it. */
export const FoodDrawing = ({ title, category, eager = false, className }: DrawingProps) => (
  <span aria-hidden="true" className={classNames('relative block overflow-hidden bg-sunken', className)}>
    <Suspense>
      <FoodOnTable title={title} category={category} eager={eager} />
    </Suspense>
  </span>
);
