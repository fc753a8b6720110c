import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { type PictureName, pictureOf } from '@openlarder/domain/listings/listing-picture.ts';
import { classNames } from '#web/ui/class-names.ts';

/** The addresses of the pictures by file; each has its shadow and stands on the lower edge. */
const FILES = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});
const SIZE = { width: 320, height: 256 };

const TINTS = {
  green: 'bg-brand-soft',
  amber: 'bg-amber-soft',
  orange: 'bg-orange-soft',
  sky: 'bg-sky-soft',
};

/** Where amber is too close to the food's own colour. */
const TINT_OF: Partial<Record<PictureName, keyof typeof TINTS>> = {
  apple: 'green',
  basket: 'green',
  carrot: 'green',
  chicken: 'green',
  curry: 'green',
  eggs: 'green',
  falafel: 'green',
  fries: 'green',
  mango: 'green',
  meat: 'green',
  noodles: 'green',
  onion: 'green',
  orange: 'green',
  pasta: 'green',
  peach: 'green',
  pizza: 'green',
  potato: 'green',
  shrimp: 'green',
  soup: 'green',
  tomato: 'green',
  banana: 'sky',
  butter: 'sky',
  cake: 'sky',
  cheese: 'sky',
  cookies: 'sky',
  corn: 'sky',
  dairy: 'sky',
  dumplings: 'sky',
  honey: 'sky',
  lemon: 'sky',
  milk: 'sky',
  pancakes: 'sky',
  pineapple: 'sky',
  sandwich: 'sky',
  tea: 'sky',
  avocado: 'orange',
  berries: 'orange',
  cereal: 'orange',
  coffee: 'orange',
  cucumber: 'orange',
  fish: 'orange',
  grapes: 'orange',
  greens: 'orange',
  pear: 'orange',
  peas: 'orange',
  salad: 'orange',
  yogurt: 'orange',
};

export type FoodOnTableProps = {
  readonly title: string;
  readonly category: Category | null;
  readonly eager: boolean;
};

/** The food that a title names, on a table in its tint, filling its positioned parent. */
export function FoodOnTable({ title, category, eager }: FoodOnTableProps) {
  const name = pictureOf(title, category);
  return (
    <span className={classNames('absolute inset-0 overflow-hidden', TINTS[TINT_OF[name] ?? 'amber'])}>
      <span className="absolute inset-x-[-20%] top-[54%] h-full rounded-[50%] bg-surface/50 forced-colors:hidden" />
      <Picture name={name} eager={eager} className="absolute inset-x-0 bottom-[7%] mx-auto h-[80%] w-auto" />
    </span>
  );
}

export type CategoryPictureProps = { readonly category: Category };

export const CategoryPicture = ({ category }: CategoryPictureProps) => (
  <Picture name={pictureOf('', category)} eager className="size-full" />
);

type PictureProps = { readonly name: PictureName; readonly eager: boolean; readonly className: string };

const Picture = ({ name, eager, className }: PictureProps) => (
  <img
    src={FILES[`./pictures/${name}.webp`]}
    alt=""
    {...SIZE}
    loading={eager ? 'eager' : 'lazy'}
    decoding="async"
    draggable={false}
    className={classNames('max-w-full object-contain', className)}
  />
);
